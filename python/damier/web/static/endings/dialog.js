/** The dialog in which more endgame tables are built, with the progress of the build. */

import { reasonOf } from "../ask.js";
import { html } from "../html.js";
import { words } from "../words.js";
import { beginBuild, fetchBuild, fetchTables, stopBuild } from "./server.js";

/** @typedef {import("./server.js").Build} Build */
/** @typedef {import("./server.js").GameTables} GameTables */
/** @typedef {import("./server.js").Size} Size */

const REST = 400; // milliseconds between looks at a build that is under way

class TablesDialog {
  #game = html("select", { id: "tables-game" });
  #sizes = html("ul", { class: "sizes" });
  #progress = html("progress", { max: 1, value: 0, "aria-label": words.endings.title });
  #facts = html("p", { class: "facts", role: "status" });
  #what = html("b");
  #stop = html("button", { type: "button" }, [words.endings.stop]);
  #build = html("section", { class: "build", hidden: true }, [
    html("p", { class: "what" }, [this.#what, this.#stop]),
    this.#progress,
    this.#facts,
  ]);
  #problem = html("p", { class: "problem", role: "alert" });
  #timer = 0;
  #mayBuild = true;
  #isRunning = false;
  /** @type {GameTables[]} */
  #games = [];

  /** @param {string} game @param {() => void} onBuilt */
  constructor(game, onBuilt) {
    this.wanted = game;
    this.onBuilt = onBuilt;
    const close = html("button", { type: "button" }, [words.page.close]);
    this.dialog = html("dialog", { class: "tables", "aria-labelledby": "tables-title" }, [
      html("div", { class: "body" }, [
        html("header", {}, [html("h1", { id: "tables-title" }, [words.endings.title])]),
        html("div", {}, [html("label", { for: "tables-game" }, [words.endings.game]), this.#game]),
        this.#sizes,
        html("p", { class: "hint" }, [words.endings.hint]),
        this.#build,
        this.#problem,
        html("footer", {}, [close]),
      ]),
    ]);
    close.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("close", () => {
      clearTimeout(this.#timer);
      this.dialog.remove();
    });
    this.#game.addEventListener("change", () => this.#drawSizes());
    this.#stop.addEventListener("click", () => void this.#try(stopBuild));
    document.body.append(this.dialog);
    this.dialog.showModal();
    void this.#look();
  }

  async #look() {
    try {
      const { games, build, may_build } = await fetchTables();
      const chosen = this.#game.value || this.wanted;
      this.#games = games;
      this.#mayBuild = may_build;
      this.#game.replaceChildren(...games.map(({ id, name }) => html("option", { value: id, selected: id === chosen }, [name])));
      this.#follow(build);
    } catch {
      this.#problem.textContent = words.status.lost;
    }
  }

  /** @param {Build | null} build */
  #follow(build) {
    if (!this.dialog.open) return;
    const wasRunning = this.#isRunning;
    this.#isRunning = build?.state === "running";
    this.#build.hidden = build === null || (build.state !== "running" && !wasRunning && this.#facts.textContent === "");
    if (build) this.#drawBuild(build);
    this.#drawSizes();
    clearTimeout(this.#timer);
    if (this.#isRunning) {
      this.#timer = window.setTimeout(async () => {
        try {
          this.#follow((await fetchBuild()).build);
        } catch {
          this.#problem.textContent = words.status.lost;
        }
      }, REST);
    } else if (wasRunning) {
      void this.#look();
      this.onBuilt();
    }
  }

  /** @param {Build} build */
  #drawBuild({ name, pieces, state, table, positions, total, message, seconds_left }) {
    const isRunning = state === "running";
    this.#build.dataset.state = state;
    this.#what.textContent = words.endings.building(name, pieces);
    this.#stop.hidden = !isRunning;
    if (total) this.#progress.value = positions / total;
    else this.#progress.removeAttribute("value");
    this.#progress.hidden = !isRunning;
    const end = words.endings.ends[state] ?? "";
    this.#facts.textContent = !isRunning
      ? message ? `${end}: ${message}` : end
      : total ? words.endings.progress(positions / total, table, seconds_left) : words.endings.looking;
  }

  #drawSizes() {
    const game = this.#games.find(({ id }) => id === this.#game.value);
    // The next size after what is too large would be larger still: one such line says enough.
    const sizes = game?.sizes ?? [];
    const last = sizes.findIndex(({ reasonable }) => !reasonable);
    const shown = sizes.slice(0, last < 0 ? sizes.length : last + 1).filter(({ pieces }) => pieces >= Math.min(game?.have ?? 0, 3));
    this.#sizes.replaceChildren(
      ...(this.#mayBuild ? [] : [html("li", {}, [words.endings.elsewhere])]),
      ...shown.map((size) => this.#size(size, game?.have ?? 0)),
    );
  }

  /** @param {Size} size @param {number} have */
  #size({ pieces, positions, bytes, reasonable }, have) {
    const isHere = pieces <= have;
    const cost = isHere ? words.endings.here : reasonable ? words.endings.cost(bytes, positions) : `${words.endings.tooLarge} ${this.#game.value} ${pieces}`;
    const build = html("button", { type: "button", "data-pieces": pieces, disabled: this.#isRunning, "aria-label": `${words.endings.build}: ${words.endings.upTo(pieces)}` }, [words.endings.build]);
    build.addEventListener("click", () => void this.#try(() => beginBuild(this.#game.value, pieces)));
    return html("li", { class: isHere ? "here" : "" }, [
      html("span", {}, [html("b", {}, [words.endings.upTo(pieces)]), html("small", {}, [cost])]),
      ...(isHere || !reasonable || !this.#mayBuild ? [] : [build]),
    ]);
  }

  /** @param {() => Promise<{build: Build | null}>} deed */
  async #try(deed) {
    this.#problem.textContent = "";
    try {
      this.#follow((await deed()).build);
    } catch (error) {
      this.#problem.textContent = reasonOf(error);
    }
  }
}

/**
 * @param {string} game         the one that is chosen at first
 * @param {() => void} onBuilt  there are other tables now
 */
export function tablesDialog(game, onBuilt) {
  new TablesDialog(game, onBuilt);
}
