/** The dialog with the games that are on the server. */

import { html } from "../html.js";
import { moment } from "../tongue.js";
import { words } from "../words.js";
import { Refused, deleteSitting, fetchSittings } from "./server.js";

/** @typedef {import("./server.js").Listing} Listing */

export class GamesDialog {
  #list = html("ul");
  #problem = html("p", { class: "problem", role: "alert" });
  #dialog = html("dialog", { class: "games", "aria-labelledby": "games-title" });

  constructor() {
    const close = html("button", { type: "button" }, [words.page.close]);
    close.addEventListener("click", () => this.#dialog.close());
    this.#dialog.append(
      html("div", { class: "body" }, [
        html("header", {}, [html("h1", { id: "games-title" }, [words.games.title])]),
        this.#list,
        this.#problem,
        html("footer", {}, [close]),
      ]),
    );
    document.body.append(this.#dialog);
  }

  async open() {
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#problem.textContent = "";
    try {
      const { sittings } = await fetchSittings();
      const lines = sittings.map((listing) => this.#line(listing));
      this.#list.replaceChildren(...(lines.length ? lines : [html("li", {}, [words.games.none])]));
    } catch {
      this.#problem.textContent = words.status.lost;
    }
  }

  /** @param {Listing} listing */
  #line({ id, game, plies, level, result, updated }) {
    const date = moment(updated);
    const opponent = level ? words.games.against(words.engine(level)) : words.games.twoPeople;
    const remove = html("button", { type: "button", class: "icon", "aria-label": words.games.remove }, ["×"]);
    remove.addEventListener("click", async () => {
      if (!confirm(words.games.confirm(game))) return;
      try {
        await deleteSitting(id);
        await this.open();
      } catch (error) {
        this.#problem.textContent = error instanceof Refused ? error.message : words.status.lost;
      }
    });
    const link = html("a", { href: `/play/${id}` }, [
      html("b", {}, [game]),
      html("small", {}, [words.games.line(opponent, plies, result, date)]),
    ]);
    return html("li", {}, [link, remove]);
  }
}
