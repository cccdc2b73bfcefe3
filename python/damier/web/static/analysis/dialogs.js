/** The dialogs of the analysis screen: paste, read otherwise, share, tags, keys. */

import { reasonOf } from "../ask.js";
import { html } from "../html.js";
import { fetchDiagrams, putOnSheet } from "../sheet/tray.js";
import { words } from "../words.js";
import { diagramPath, filePath, gamePath, questionOf } from "./server.js";

/** @typedef {import("../play/state.js").Game} Game */
/** @typedef {import("./server.js").Collection} Collection */
/** @typedef {import("./server.js").Reading} Reading */

const PICTURE = 1200; // pixels of a picture's width

/** A dialog that is made when it is opened, and thrown away afterwards. */
class Sheet {
  /** @param {string} title @param {(Node | string)[]} body @param {HTMLButtonElement[]} [answers] */
  constructor(title, body, answers = []) {
    const close = html("button", { type: "button" }, [words.page.close]);
    close.addEventListener("click", () => this.close());
    this.problem = html("p", { class: "problem", role: "alert" });
    this.form = html("form", { method: "dialog" }, [
      html("header", {}, [html("h1", { id: "sheet-title" }, [title])]),
      ...body,
      this.problem,
      html("footer", {}, [close, ...answers]),
    ]);
    this.dialog = html("dialog", { "aria-labelledby": "sheet-title" }, [this.form]);
    this.dialog.addEventListener("close", () => this.dialog.remove());
    document.body.append(this.dialog);
    this.dialog.showModal();
  }

  close() {
    this.dialog.close();
  }
}

/**
 * A game or a position as text.
 * @param {Game[]} games
 * @param {(text: string, game: string | null) => Promise<void>} onText
 */
export function pasteDialog(games, onText) {
  const { pasting: paste } = words.analysis;
  const text = html("textarea", { rows: 11, id: "paste-text", spellcheck: "false", autocomplete: "off", placeholder: paste.example });
  const game = gameSelect(games, null);
  const go = html("button", { class: "primary", type: "submit" }, [paste.open]);
  const sheet = new Sheet(
    paste.title,
    [
      html("div", {}, [html("label", { for: "paste-text" }, [paste.label]), text]),
      html("label", {}, [words.analysis.reading.game, game]),
    ],
    [go],
  );
  text.focus();
  sheet.form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await onText(text.value, game.value || null);
      sheet.close();
    } catch (error) {
      sheet.problem.textContent = reasonOf(error);
    }
  });
}

/**
 * @param {Collection} collection
 * @param {Game[]} games
 * @param {string[]} encodings
 * @param {(reading: Reading) => Promise<void>} onRead
 */
export function readingDialog(collection, games, encodings, onRead) {
  const { reading } = words.analysis;
  const game = gameSelect(games, collection.game);
  const encoding = html("select", {}, [
    html("option", { value: "" }, [reading.byItself(collection.found_encoding ?? "UTF-8")]),
    ...encodings.map((name) => html("option", { value: name, selected: name === collection.encoding }, [name])),
  ]);
  const go = html("button", { class: "primary", type: "submit" }, [reading.read]);
  const sheet = new Sheet(
    reading.title,
    [html("label", {}, [reading.game, game]), html("label", {}, [reading.encoding, encoding])],
    [go],
  );
  sheet.form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await onRead({ game: game.value || null, encoding: encoding.value || null });
      sheet.close();
    } catch (error) {
      sheet.problem.textContent = reasonOf(error);
    }
  });
}

/**
 * @typedef {object} Shared
 * @property {string} collection
 * @property {number} number
 * @property {number} games     in the file
 * @property {Game} game
 * @property {string} start     the position that the game begins with
 * @property {string[]} moves   that lead to the position that is shown
 * @property {string} fen       that position
 * @property {string} bottom
 * @property {import("../board/state.js").Side} turn   who is to move in it
 * @property {string} solution  the moves that follow it
 * @property {string} title     who played
 */

/** @param {Shared} shared */
export async function shareDialog(shared) {
  const { sharing: share } = words.analysis;
  const { collection, number, games, game, fen, bottom } = shared;
  const link = linkOf(shared);
  const picture = diagramPath({ fen, game: game.id, bottom, size: PICTURE });
  const text = html("textarea", { rows: 7, readonly: true, id: "share-pdn", spellcheck: "false" });
  const sheet = new Sheet(share.title, [
    line(share.link, link),
    line(share.fen, fen),
    html("div", { class: "copied" }, [html("label", { for: "share-pdn" }, [share.pdn]), text, copyButton(() => text.value)]),
    html("div", { class: "saves" }, [
      save(share.savePdn, gamePath(collection, number)),
      ...(games > 1 ? [save(share.saveFile, filePath(collection))] : []),
      save(share.saveSvg, picture, "position.svg"),
      pngButton(picture, share.savePng),
      html("a", { class: "button", href: `/editor${questionOf({ game: game.id, fen })}` }, [share.edit]),
      html("a", { class: "button", href: `/new${questionOf({ game: game.id, fen })}` }, [share.playFromHere]),
    ]),
    sheetPart(shared),
    html("img", { class: "picture", src: diagramPath({ fen, game: game.id, bottom, size: 400 }), alt: share.picture, width: 200 }),
  ]);
  try {
    const answer = await fetch(gamePath(collection, number));
    text.value = await answer.text();
  } catch {
    sheet.problem.textContent = words.status.lost;
  }
}

/**
 * A link that any damier opens: it says the position and how it came about, not where it is kept.
 * @param {Shared} shared
 */
export function linkOf({ game, start, moves }) {
  const link = new URL("/analysis", location.href);
  link.searchParams.set("game", game.id);
  link.searchParams.set("fen", start);
  if (moves.length) link.searchParams.set("moves", moves.join(" "));
  return link.href;
}

/**
 * @param {[string, string][]} headers
 * @param {(name: string, value: string) => void} onChange
 */
export function tagsDialog(headers, onChange) {
  const { tagging: tags } = words.analysis;
  const known = new Map(headers);
  const fixed = ["GameType", "FEN", "SetUp", "Variant"];
  const names = [...tags.usual, ...[...known.keys()].filter((name) => !tags.usual.includes(name) && !fixed.includes(name))];
  const fields = names.map((name) => {
    const field = html("input", { type: "text", value: known.get(name) ?? "", autocomplete: "off" });
    field.addEventListener("change", () => onChange(name, field.value.trim()));
    return html("label", {}, [tags.names[name] ?? name, field]);
  });
  new Sheet(tags.title, [html("div", { class: "tags" }, fields)]);
}

export function keysDialog() {
  const { keyList: keys } = words.analysis;
  const rows = keys.list.flatMap(([names, what]) => [
    html("dt", {}, names.map((name) => html("kbd", {}, [name]))),
    html("dd", {}, [what]),
  ]);
  new Sheet(keys.title, [html("dl", { class: "keys" }, rows)]);
}

// -- parts ------------------------------------------------------------------------------------------------------------

/** @param {Game[]} games @param {string | null} chosen */
function gameSelect(games, chosen) {
  return html("select", {}, [
    html("option", { value: "" }, [words.analysis.reading.asItSays]),
    ...games.map(({ id, name }) => html("option", { value: id, selected: id === chosen }, [name])),
  ]);
}

/** @param {string} label @param {string} value */
function line(label, value) {
  const field = html("input", { type: "text", value, readonly: true });
  return html("div", { class: "copied" }, [html("label", {}, [label, field]), copyButton(() => value)]);
}

/** @param {() => string} text */
function copyButton(text) {
  const { sharing: share } = words.analysis;
  const button = html("button", { type: "button" }, [share.copy]);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = share.copied;
    } catch {
      // It may not be copied from here, but it can be marked and copied by hand.
      const field = button.parentElement?.querySelector("input, textarea");
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
    }
  });
  return button;
}

/** What goes on the sheet of diagrams: this position, what is marked in this game, games of the file. @param {Shared} shared */
function sheetPart({ collection, number, games, game, fen, turn, bottom, solution, title }) {
  const { sheet: say } = words;
  const side = bottom === "black" ? "black" : "white";
  const status = html("span", { role: "status" });
  const open = html("a", { class: "button", href: "/sheet" }, [say.open]);
  /** @param {import("../sheet/tray.js").Diagram[]} diagrams */
  const put = (diagrams) => {
    const count = diagrams.length ? putOnSheet(diagrams) : 0;
    status.textContent = count === 0 ? say.nothing : count === null ? say.full : say.added(count);
  };
  /** @param {string} label @param {() => Promise<import("../sheet/tray.js").Diagram[]>} get */
  const button = (label, get) => {
    const one = html("button", { type: "button" }, [label]);
    one.addEventListener("click", async () => {
      try {
        put(await get());
      } catch (error) {
        status.textContent = reasonOf(error);
      }
    });
    return one;
  };
  const which = html("input", { type: "text", value: `1-${Math.min(games, 60)}`, "aria-label": say.which, maxlength: 200, autocomplete: "off" });
  return html("fieldset", { class: "sheet" }, [
    html("legend", {}, [say.title]),
    html("div", { class: "saves" }, [
      button(say.toSheet, async () => [{ game: game.id, fen, turn, bottom: side, title, solution }]),
      button(say.marked, () => fetchDiagrams(collection, String(number), side)),
      ...(games > 1 ? [html("span", { class: "which" }, [which, button(say.file, () => fetchDiagrams(collection, which.value, side))])] : []),
      open,
    ]),
    status,
  ]);
}

/** @param {string} label @param {string} href @param {string} [name] */
const save = (label, href, name = "") => html("a", { class: "button", href, download: name }, [label]);

/** @param {string} picture @param {string} label */
function pngButton(picture, label) {
  const button = html("button", { type: "button" }, [label]);
  button.addEventListener("click", async () => {
    const image = new Image();
    image.src = picture;
    await image.decode();
    const canvas = html("canvas", { width: PICTURE, height: Math.round((PICTURE * image.naturalHeight) / image.naturalWidth) });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => {
      if (!blob) return;
      const href = URL.createObjectURL(blob);
      html("a", { href, download: "position.png" }).click();
      setTimeout(() => URL.revokeObjectURL(href), 10_000);
    });
  });
  return button;
}
