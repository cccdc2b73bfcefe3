/** The dialog for a new game: it shows the board as it will begin, and what is wrong with a position as one types. */

import { reasonOf } from "../ask.js";
import { html } from "../html.js";
import { chooser } from "../tongue.js";
import { words } from "../words.js";
import { boardOf, looksOf } from "./state.js";
import { beginSitting, fetchGames, fetchPreview } from "./server.js";
import { savePreferences } from "./preferences.js";

/** @typedef {import("./preferences.js").Preferences} Preferences */
/** @typedef {import("../board/element.js").DamierBoard} DamierBoard */
/** @typedef {import("./server.js").Level} Level */
/** @typedef {import("./state.js").Game} Game */

const SIDES = /** @type {const} */ (["white", "black", "random", "both"]);
const TYPING = 180; // milliseconds of rest before a position is looked at

export class NewGameDialog {
  #dialog = html("dialog", { class: "new-game", "aria-labelledby": "new-game-title" });
  #board = /** @type {DamierBoard} */ (document.createElement("damier-board"));
  #caption = html("p", { "aria-live": "polite" });
  #games = html("select", { name: "game", id: "new-game-game", autofocus: true });
  #fen = html("textarea", { name: "fen", id: "new-game-fen", rows: 3, spellcheck: "false", autocomplete: "off" });
  #problem = html("p", { class: "problem", id: "new-game-problem", role: "alert" });
  #levels = html("fieldset", { class: "levels" });
  #draws = html("fieldset", { class: "draws" });
  #hint = html("p", { class: "hint" });
  #clock = html("select", { name: "clock", id: "new-game-clock" });
  #own = html("div", { class: "own", hidden: true });
  #ballot = html("select", { name: "ballot", id: "new-game-ballot" });
  #start = html("button", { class: "primary", type: "submit" }, [words.page.start]);
  #form = html("form", { method: "dialog" });
  #details = html("details", {}, [html("summary", {}, [words.newGame.position])]);
  #timer = 0;
  #looks = 0;
  /** @type {Level[]} */
  #known = [];
  /** @type {Game[]} */
  #all = [];
  #isFilled = false;
  #isOpening = false;

  /** @param {Preferences} preferences @param {(id: string) => void} onBegin */
  constructor(preferences, onBegin) {
    this.preferences = preferences;
    this.onBegin = onBegin;
    this.#build();
    document.body.append(this.#dialog);
  }

  /** @param {{game?: string, fen?: string}} [wish] */
  async open(wish = {}) {
    if (this.#dialog.open || this.#isOpening) return;
    this.#isOpening = true;
    try {
      await this.#fill();
      if (wish.game) this.#games.value = wish.game;
      this.#offerDraws();
      this.#fen.value = wish.fen ?? "";
      this.#details.open = this.#fen.value !== "";
      await this.#look();
    } catch {
      this.#complain(words.status.lost);
    } finally {
      // Shown when it has its size, or when the server does not answer.
      this.#isOpening = false;
      this.#dialog.showModal();
    }
  }

  #build() {
    const { newGame, page } = words;
    const close = html("button", { type: "button", "data-close": "" }, [page.cancel]);
    close.addEventListener("click", () => this.#dialog.close());
    this.#details.append(
      html("label", { for: "new-game-fen" }, [newGame.fen]),
      this.#fen,
      html("p", { class: "hint" }, [newGame.fenHint]),
      this.#problem,
    );
    this.#fen.setAttribute("aria-describedby", "new-game-problem");
    for (const [control, name] of newGame.clocks) this.#clock.append(html("option", { value: control }, [name]));
    /** @param {"minutes" | "increment" | "moves"} name @param {string} value @param {number} least @param {number} most */
    const field = (name, value, least, most) =>
      html("label", {}, [newGame.own[name], html("input", { type: "number", name, value, min: least, max: most, inputmode: "numeric" })]);
    this.#own.append(field("minutes", "15", 1, 1440), field("increment", "0", 0, 600), field("moves", "", 1, 200));
    const sides = html("fieldset", {}, [
      html("legend", {}, [newGame.side]),
      segments("side", SIDES.map((side) => [side, newGame.sides[side]]), this.preferences.side),
    ]);
    this.#form.append(
      html("header", {}, [html("h1", { id: "new-game-title" }, [newGame.title]), chooser(words.language)]),
      html("div", { class: "columns" }, [
        html("div", { class: "fields" }, [
          html("div", {}, [html("label", { for: "new-game-game" }, [newGame.game]), this.#games]),
          sides,
          this.#levels,
          html("div", { class: "pair" }, [
            html("div", {}, [html("label", { for: "new-game-clock" }, [newGame.clock]), this.#clock]),
            html("div", {}, [html("label", { for: "new-game-ballot" }, [newGame.ballot]), this.#ballot]),
            this.#own,
          ]),
          this.#draws,
          this.#details,
        ]),
        html("div", { class: "preview" }, [this.#board, this.#caption]),
      ]),
      html("footer", {}, [close, this.#start]),
    );
    this.#dialog.append(this.#form);
    this.#form.addEventListener("submit", this.#submit);
    this.#form.addEventListener("change", () => this.#settle());
    this.#fen.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#look(), TYPING);
    });
    this.#games.addEventListener("change", () => {
      this.#offerDraws();
      void this.#look();
    });
  }

  /** Games and levels, asked for once. */
  async #fill() {
    if (this.#isFilled) return;
    const { games, levels } = await fetchGames();
    this.#isFilled = true;
    this.#known = levels;
    this.#all = games;
    /** @type {Map<string, Game[]>} */
    const families = new Map();
    for (const game of games) {
      const board = words.newGame.board(game.files, game.ranks);
      families.set(board, [...(families.get(board) ?? []), game]);
    }
    for (const [board, members] of families)
      this.#games.append(
        html("optgroup", { label: board }, members.map((game) => html("option", { value: game.id }, [game.name]))),
      );
    if (games.some((game) => game.id === this.preferences.game)) this.#games.value = this.preferences.game;
    const known = levels.some((level) => level.name === this.preferences.level);
    const level = known ? this.preferences.level : (levels[0]?.name ?? "");
    this.#levels.append(
      html("legend", {}, [words.newGame.level]),
      segments("level", levels.map(({ name }) => [name, words.levels[name] ?? name]), level),
      this.#hint,
    );
    this.#settle();
  }

  /** Drawing rules to choose from, where the game is played with more than one set of them. */
  #offerDraws() {
    const game = this.#all.find(({ id }) => id === this.#games.value);
    const profiles = game?.profiles ?? [];
    const { noBallot, byLot } = words.newGame;
    this.#ballot.replaceChildren(
      html("option", { value: "" }, [noBallot]),
      ...(game?.ballots ?? []).map((plies) => html("option", { value: plies }, [byLot(plies)])),
    );
    if (this.#ballot.parentElement) this.#ballot.parentElement.hidden = !game?.ballots?.length;
    this.#draws.hidden = profiles.length < 2;
    const names = profiles.map((profile) => /** @type {const} */ ([profile, words.newGame.profile(profile)]));
    this.#draws.replaceChildren(
      ...(profiles.length < 2 ? [] : [html("legend", {}, [words.newGame.draws]), segments("draws", names, "")]),
    );
  }

  /** The control as the server reads it. @param {FormData} data */
  #control(data) {
    const chosen = String(data.get("clock") ?? "");
    if (chosen !== "own") return chosen || null;
    const [minutes, increment, moves] = ["minutes", "increment", "moves"].map((name) => Number(data.get(name) ?? 0));
    return `${moves ? `${moves}/` : ""}${minutes * 60}${increment ? `+${increment}` : ""}`;
  }

  #chosen() {
    const data = new FormData(this.#form);
    return {
      game: String(data.get("game") ?? ""),
      side: String(data.get("side") ?? "white"),
      level: data.get("level") === null ? null : String(data.get("level")),
      fen: this.#fen.value.trim() || null,
      draws: data.get("draws") === null ? null : String(data.get("draws")),
      clock: this.#control(data),
      ballot: this.#fen.value.trim() ? null : Number(data.get("ballot")) || null,
    };
  }

  /** Shows only what the other choices leave open. */
  #settle() {
    const { side, level } = this.#chosen();
    this.#own.hidden = this.#clock.value !== "own";
    this.#levels.hidden = side === "both";
    this.#hint.textContent = this.#known.find(({ name }) => name === level)?.description ?? "";
    void this.#board.show({ bottom: side === "black" ? "black" : "white" });
  }

  /** The board as the game would begin. */
  async #look() {
    const look = (this.#looks += 1);
    const { game, fen } = this.#chosen();
    try {
      const position = await fetchPreview({ game, fen });
      if (look !== this.#looks) return;
      const count = { white: 0, black: 0 };
      for (const piece of Object.values(position.pieces)) count[piece.toLowerCase() === "w" ? "white" : "black"] += 1;
      const looks = looksOf(position.game, { ...this.preferences, labels: "none" });
      void this.#board.show({ ...boardOf(position), ...looks, fixed: true });
      this.#caption.textContent = words.newGame.preview(count.white, count.black, words.side(position.turn));
      this.#complain("");
    } catch (error) {
      if (look === this.#looks) this.#complain(reasonOf(error));
    }
  }

  /** @param {string} problem */
  #complain(problem) {
    this.#problem.textContent = problem;
    this.#fen.setAttribute("aria-invalid", String(problem !== ""));
    this.#start.disabled = problem !== "";
    if (problem) this.#details.open = true;
  }

  /** @param {SubmitEvent} event */
  #submit = async (event) => {
    event.preventDefault();
    const wish = this.#chosen();
    try {
      const { id } = await beginSitting({ ...wish, level: wish.side === "both" ? null : wish.level });
      const { game, side, level } = wish;
      Object.assign(this.preferences, { game, side, level: level ?? this.preferences.level });
      savePreferences(this.preferences);
      this.#dialog.close();
      this.onBegin(id);
    } catch (error) {
      this.#complain(reasonOf(error));
    }
  };
}

/**
 * A row of radio buttons.
 * @param {string} name
 * @param {(readonly [string, string])[]} choices
 * @param {string} chosen
 */
export function segments(name, choices, chosen) {
  const isKnown = choices.some(([value]) => value === chosen);
  return html(
    "div",
    { class: "segments" },
    choices.map(([value, label], i) => {
      const checked = isKnown ? value === chosen : i === 0;
      return html("label", {}, [html("input", { type: "radio", name, value, checked }), label]);
    }),
  );
}
