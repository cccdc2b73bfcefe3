/** The analysis screen: files of games come in, their games are listed, and one of them is worked on. */

import { Refused, reasonOf } from "../ask.js";
import { acceptDrops } from "../drop.js";
import { html, part } from "../html.js";
import { fetchGames } from "../play/server.js";
import { SettingsDialog } from "../play/settings.js";
import { fillIn, moment } from "../tongue.js";
import { words } from "../words.js";
import { pasteDialog, readingDialog } from "./dialogs.js";
import { GameView } from "./game.js";
import { GamesView } from "./games.js";
import { beginStudy, fetchCollection, fetchRecent, readAgain, sendFile } from "./server.js";

/** @typedef {import("./server.js").Collection} Collection */
/** @typedef {import("../play/state.js").Game} Game */

const FEN = /^\s*[WB?]\s*:/i;
const GROWING = 120; // milliseconds between looks at a file that is still being read

class AnalysisScreen {
  /** @type {Game[]} */
  games = [];
  /** @type {string[]} */
  encodings = [];
  list = new GamesView(
    (id, number, ply) => this.go(`/analysis/${id}/${number}`, { ply }),
    (id) => this.#readOtherwise(id),
    () => this.go("/analysis"),
  );
  game = new GameView({
    onList: (id) => this.go(`/analysis/${id}`),
    onGame: (id, number) => this.go(`/analysis/${id}/${number}`),
    wanted: (id) => (this.list.collection?.id === id ? this.list.wanted : null),
  });
  settings = new SettingsDialog(this.game.preferences, () => this.game.redraw());
  #visit = 0;

  async begin() {
    fillIn(words.analysis, words.language);
    this.#listen();
    void this.#know();
    await this.#show();
  }

  /** @param {string} path @param {{ply?: number | null}} [options] */
  go(path, { ply = null } = {}) {
    history.pushState(null, "", path);
    void this.#show(ply);
  }

  // -- what is shown ------------------------------------------------------------------------------------------------

  /** Shows what the address says. @param {number | null} [ply] */
  async #show(ply = null) {
    const visit = (this.#visit += 1);
    this.list.leave();
    this.#tell("");
    const [, id, number] = /^\/analysis(?:\/([^/]+))?(?:\/(\d+))?$/.exec(location.pathname) ?? [];
    const question = new URLSearchParams(location.search);
    try {
      if (id && number) {
        this.#view("game");
        this.game.open(id, Number(number), ply);
      } else if (id) {
        const collection = await fetchCollection(id);
        if (visit !== this.#visit) return;
        this.game.leave();
        await this.#list(collection);
      } else if (question.has("sitting") || question.has("fen") || question.has("game")) {
        const study = await beginStudy(wishOf(question));
        history.replaceState(null, "", `/analysis/${study.id}/${study.number}`);
        await this.#show(question.has("moves") || question.has("sitting") ? 1e6 : 0);
      } else {
        this.game.leave();
        await this.#welcome();
      }
    } catch (error) {
      if (visit !== this.#visit) return;
      this.game.leave();
      await this.#welcome();
      this.#tell(reasonOf(error));
    }
  }

  /** @param {"welcome" | "list" | "game"} view */
  #view(view) {
    part("screen", HTMLElement).dataset.view = view;
    for (const name of ["welcome", "list", "game"]) part(name, HTMLElement).hidden = name !== view;
  }

  async #welcome() {
    this.#view("welcome");
    document.title = `${words.analysis.title} · damier`;
    try {
      const { collections } = await fetchRecent();
      part("recent", HTMLElement).hidden = collections.length === 0;
      part("recent-list", HTMLElement).replaceChildren(
        ...collections.map(({ id, name, bytes, opened }) => {
          const link = html("a", { href: `/analysis/${id}` }, [
            html("b", {}, [name]),
            html("small", {}, [`${sizeOf(bytes)} · ${moment(opened)}`]),
          ]);
          link.addEventListener("click", (event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            void this.#enter(id);
          });
          return html("li", {}, [link]);
        }),
      );
    } catch {
      this.#tell(words.status.lost);
    }
  }

  /** @param {Collection} collection */
  async #list(collection) {
    this.#view("list");
    if (collection.failure) this.#tell(words.analysis.failed(collection.name, collection.failure));
    await this.list.open(collection);
    const { failure, name } = this.list.collection ?? collection;
    if (failure) this.#tell(words.analysis.failed(name, failure));
  }

  /** Goes to a file; where it holds one game, to that game. @param {string} id */
  async #enter(id) {
    try {
      let collection = await fetchCollection(id);
      while (!collection.done && collection.games < 2) {
        await new Promise((resolve) => setTimeout(resolve, GROWING));
        collection = await fetchCollection(id);
      }
      if (collection.failure) this.#tell(words.analysis.failed(collection.name, collection.failure));
      else this.go(collection.games === 1 ? `/analysis/${id}/1` : `/analysis/${id}`);
    } catch (error) {
      this.#tell(reasonOf(error));
    }
  }

  /** @param {string} text */
  #tell(text) {
    const banner = part("banner", HTMLElement);
    banner.hidden = text === "";
    banner.textContent = text;
  }

  // -- what comes in ------------------------------------------------------------------------------------------------

  #listen() {
    const file = part("file", HTMLInputElement);
    for (const id of ["open", "hole"]) part(id, HTMLElement).addEventListener("click", () => file.click());
    file.addEventListener("change", () => {
      const chosen = file.files?.[0];
      if (chosen) void this.#take(chosen, chosen.name);
      file.value = "";
    });
    acceptDrops((dropped) => void this.#take(dropped, dropped.name));
    part("settings", HTMLElement).addEventListener("click", () => this.settings.open());
    part("paste", HTMLElement).addEventListener("click", () => pasteDialog(this.games, (text, game) => this.#read(text, game)));
    document.addEventListener("paste", (event) => {
      if (isTyping(event.target)) return;
      const pasted = event.clipboardData?.files[0];
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (pasted) void this.#take(pasted, pasted.name);
      else if (text.trim()) this.#read(text, null).catch((error) => this.#tell(reasonOf(error)));
    });
    part("begin", HTMLFormElement).addEventListener("submit", async (event) => {
      event.preventDefault();
      const study = await beginStudy({ game: part("begin-game", HTMLSelectElement).value });
      this.go(`/analysis/${study.id}/${study.number}`);
    });
    addEventListener("popstate", () => void this.#show());
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Keys that belong to no view in particular. @param {KeyboardEvent} event */
  #key(event) {
    if (document.querySelector("dialog[open]")) return;
    const { view } = part("screen", HTMLElement).dataset;
    if (view === "game") this.game.key(event);
    else if (view === "list" && event.key === "/" && !isTyping(event.target)) {
      event.preventDefault();
      part("search", HTMLInputElement).focus();
    }
  }

  /** @param {Blob} file @param {string} name */
  async #take(file, name) {
    try {
      const collection = await sendFile(file, name, {}, (share) => this.#tell(words.analysis.sending(share)));
      this.#tell("");
      await this.#enter(collection.id);
    } catch (error) {
      this.#tell(error instanceof Refused ? words.analysis.failed(name, error.message) : words.status.lost);
    }
  }

  /**
   * Games or a position as text. Throws where it is neither.
   * @param {string} text
   * @param {string | null} game
   */
  async #read(text, game) {
    if (!text.trim()) throw new Refused(words.analysis.empty);
    if (FEN.test(text)) {
      const study = await beginStudy({ fen: text.trim(), ...(game ? { game } : {}) });
      this.go(`/analysis/${study.id}/${study.number}`);
      return;
    }
    const { pasting: paste } = words.analysis;
    const { id } = await sendFile(new Blob([text]), paste.name, { game, encoding: "utf-8" });
    let collection = await fetchCollection(id);
    while (!collection.done && collection.games < 2) {
      await new Promise((resolve) => setTimeout(resolve, GROWING));
      collection = await fetchCollection(id);
    }
    if (collection.failure) throw new Refused(words.analysis.failed(paste.name, collection.failure));
    this.go(collection.games === 1 ? `/analysis/${id}/1` : `/analysis/${id}`);
  }

  /** @param {string} id */
  async #readOtherwise(id) {
    const collection = await fetchCollection(id);
    readingDialog(collection, this.games, this.encodings, async (reading) => {
      await readAgain(id, reading);
      await this.#show();
    });
  }

  /** The games that there are, for the places where one is chosen. */
  async #know() {
    const [{ games }, { encodings }] = await Promise.all([fetchGames(), fetchRecent()]);
    this.games = games;
    this.encodings = encodings;
    part("begin-game", HTMLSelectElement).replaceChildren(
      ...games.map(({ id, name }) => html("option", { value: id }, [name])),
    );
  }
}

/** What a link asks for. @param {URLSearchParams} question */
function wishOf(question) {
  const sitting = question.get("sitting");
  if (sitting) return { sitting };
  const moves = (question.get("moves") ?? "").split(" ").filter(Boolean);
  return { game: question.get("game") ?? undefined, fen: question.get("fen") ?? undefined, moves };
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** @param {number} bytes */
const sizeOf = (bytes) =>
  bytes < 1000 ? `${bytes} B` : bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

void new AnalysisScreen().begin();
