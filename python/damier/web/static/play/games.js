/** The dialog with the games that are on the server: listed, searched, sorted, saved, thrown away. */

import { reasonOf } from "../ask.js";
import { html } from "../html.js";
import { moment } from "../tongue.js";
import { words } from "../words.js";
import { deleteSitting, fetchSittings, sittingPath, sittingsPath } from "./server.js";

/** @typedef {import("./server.js").Listing} Listing */
/** @typedef {import("./server.js").Wanted} Wanted */

const TYPING = 180; // milliseconds of rest before what is typed is looked for
const RISING = ["game", "level"]; // sorted from A to Z; the others from the latest, the longest

export class GamesDialog {
  #list = html("ul");
  #problem = html("p", { class: "problem", role: "alert" });
  #search = html("input", { type: "search", id: "games-search", autocomplete: "off", spellcheck: "false", placeholder: words.games.searchHint });
  #show = html("select", { id: "games-show" }, Object.entries(words.games.shows).map(([value, name]) => html("option", { value }, [name])));
  #sort = html("select", { id: "games-sort" }, Object.entries(words.games.sorts).map(([value, name]) => html("option", { value }, [name])));
  #more = html("button", { type: "button", hidden: true }, [words.games.more]);
  #save = html("a", { class: "button", download: "" }, [words.games.saveAll]);
  #remarks = html("div", { class: "remarks" });
  #dialog = html("dialog", { class: "games", "aria-labelledby": "games-title" });
  #timer = 0;
  #asked = 0;
  #shown = 0;

  constructor() {
    const { games, page } = words;
    const close = html("button", { type: "button" }, [page.close]);
    close.addEventListener("click", () => this.#dialog.close());
    /** @param {string} label @param {HTMLElement} field */
    const labelled = (label, field) => html("div", {}, [html("label", { for: field.id }, [label]), field]);
    this.#dialog.append(
      html("div", { class: "body" }, [
        html("header", {}, [html("h1", { id: "games-title" }, [games.title])]),
        this.#remarks,
        html("div", { class: "finding" }, [
          labelled(games.search, this.#search),
          labelled(games.show, this.#show),
          labelled(games.sortBy, this.#sort),
        ]),
        this.#list,
        this.#problem,
        html("footer", {}, [this.#more, this.#save, close]),
      ]),
    );
    this.#search.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => void this.#look(), TYPING);
    });
    for (const field of [this.#show, this.#sort]) field.addEventListener("change", () => void this.#look());
    this.#more.addEventListener("click", () => void this.#look(this.#shown));
    document.body.append(this.#dialog);
  }

  async open() {
    if (!this.#dialog.open) this.#dialog.showModal();
    await this.#look();
  }

  /** @returns {Wanted} */
  get #wanted() {
    const sort = this.#sort.value;
    const over = this.#show.value === "all" ? null : this.#show.value === "over";
    return { search: this.#search.value.trim(), over, sort, descending: !RISING.includes(sort) };
  }

  /** Fetches the games from the first, or those after what is shown. @param {number} [first] */
  async #look(first = 0) {
    const asked = (this.#asked += 1);
    const wanted = this.#wanted;
    this.#problem.textContent = "";
    try {
      const { total, sittings, remarks } = await fetchSittings(wanted, first);
      if (asked !== this.#asked) return;
      const lines = sittings.map((listing) => this.#line(listing));
      if (first) this.#list.append(...lines);
      else this.#list.replaceChildren(...lines);
      this.#shown = first + sittings.length;
      this.#more.hidden = this.#shown >= total;
      this.#save.hidden = total === 0;
      this.#save.href = sittingsPath(wanted);
      this.#remarks.replaceChildren(...remarks.map((remark) => html("p", {}, [remark])));
      if (!total) this.#list.append(html("li", {}, [wanted.search || wanted.over !== null ? words.games.noneFits : words.games.none]));
      else if (first) lines[0]?.querySelector("a")?.focus();
    } catch (error) {
      if (asked === this.#asked) this.#problem.textContent = reasonOf(error);
    }
  }

  /** @param {Listing} listing */
  #line({ id, game, plies, level, result, updated }) {
    const date = moment(updated);
    const opponent = level ? words.games.against(words.engine(level)) : words.games.twoPeople;
    const remove = html("button", { type: "button", class: "icon", title: words.games.remove, "aria-label": words.games.remove }, ["×"]);
    remove.addEventListener("click", async () => {
      if (!confirm(words.games.confirm(game))) return;
      try {
        await deleteSitting(id);
        await this.#look();
      } catch (error) {
        this.#problem.textContent = reasonOf(error);
      }
    });
    const save = html("a", { class: "button icon", href: sittingPath(id), download: "", title: words.games.save, "aria-label": words.games.save }, ["↓"]);
    const link = html("a", { class: "game", href: `/play/${id}` }, [
      html("b", {}, [game]),
      html("small", {}, [words.games.line(opponent, plies, result, date)]),
    ]);
    return html("li", {}, [link, save, remove]);
  }
}
