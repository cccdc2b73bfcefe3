/**
 * A list of any length, of which only the rows in sight exist. Rows come from the server in pages; until a page is
 * there its rows are blank. Arrows, Page keys, Home and End walk over it, Enter opens.
 */

import { html } from "../html.js";

const PAGE = 100; // rows asked for at once
const PAGES_KEPT = 40;
const OVER = 6; // rows beyond each edge

/**
 * @template Row
 * @typedef {object} Source
 * @property {string} label
 * @property {number} rowHeight                                      in pixels
 * @property {(first: number, count: number) => Promise<{total: number, rows: Row[]}>} fetch
 * @property {(row: Row) => (Node | string)[]} draw                  the cells of a row
 * @property {(row: Row) => void} open
 * @property {(total: number) => void} [onTotal]
 */

let lists = 0;

/** @template Row */
export class List {
  #prefix = `list-${(lists += 1)}`;
  #filler = html("div", { class: "filler", role: "rowgroup" });
  #body = html("div", { class: "body" }, [this.#filler]);
  /** @type {Map<number, Row[]>} */
  #pages = new Map();
  /** @type {Set<number>} */
  #asked = new Set();
  #edition = 0;
  #active = 0;
  #frame = 0;
  total = 0;

  /** @param {Source<Row>} source @param {HTMLElement | null} [head]  a row of headings */
  constructor(source, head = null) {
    this.source = source;
    this.element = html("div", { class: "list", role: "grid", tabindex: 0, "aria-label": source.label }, [
      ...(head ? [head] : []),
      this.#body,
    ]);
    this.#body.addEventListener("scroll", () => {
      cancelAnimationFrame(this.#frame);
      this.#frame = requestAnimationFrame(() => this.#draw());
    }, { passive: true });
    this.element.addEventListener("keydown", this.#key);
    this.#filler.addEventListener("click", ({ target }) => {
      const row = target instanceof Element ? target.closest("[data-index]") : null;
      if (row instanceof HTMLElement) this.#open(Number(row.dataset.index));
    });
    new ResizeObserver(() => this.#draw()).observe(this.#body);
  }

  /** Asks for everything anew: the order, the search or the file changed. @param {{keepPlace?: boolean}} [options] */
  async refresh({ keepPlace = false } = {}) {
    const edition = (this.#edition += 1);
    this.#asked.clear();
    if (!keepPlace) {
      this.#active = 0;
      this.#body.scrollTop = 0;
    }
    const first = Math.floor(this.#top() / PAGE);
    const answer = await this.source.fetch(first * PAGE, PAGE);
    if (edition !== this.#edition) return;
    this.#pages.clear();
    this.#pages.set(first, answer.rows);
    this.#count(answer.total);
    this.#draw(true);
  }

  /** Rows as high as the style wants them now. @param {number} height */
  set rowHeight(height) {
    if (this.source.rowHeight === height) return;
    this.source.rowHeight = height;
    this.#count(this.total);
    this.#draw(true);
  }

  get place() {
    return { top: this.#body.scrollTop, active: this.#active };
  }

  /** Goes back to where one was. @param {{top: number, active: number}} place */
  set place({ top, active }) {
    this.#body.scrollTop = top;
    this.#active = active;
    this.#draw(true);
  }

  // -- inside -------------------------------------------------------------------------------------------------------

  #top() {
    return Math.max(0, Math.floor(this.#body.scrollTop / this.source.rowHeight) - OVER);
  }

  /** @param {number} total */
  #count(total) {
    this.total = total;
    this.#active = Math.max(0, Math.min(this.#active, total - 1));
    this.#filler.style.height = `${total * this.source.rowHeight}px`;
    this.element.setAttribute("aria-rowcount", String(total));
    this.source.onTotal?.(total);
  }

  /** @param {boolean} [anew] */
  #draw(anew = false) {
    const height = this.source.rowHeight;
    const from = this.#top();
    const to = Math.min(this.total, Math.ceil((this.#body.scrollTop + this.#body.clientHeight) / height) + OVER);
    /** @type {Map<number, HTMLElement>} */
    const there = new Map();
    for (const row of [...this.#filler.children])
      if (row instanceof HTMLElement) {
        const index = Number(row.dataset.index);
        const isBlank = row.classList.contains("blank");
        if (anew || index < from || index >= to || (isBlank && this.#row(index))) row.remove();
        else there.set(index, row);
      }
    for (let index = from; index < to; index += 1) if (!there.has(index)) this.#filler.append(this.#line(index));
    for (let page = Math.floor(from / PAGE); page * PAGE < to; page += 1) void this.#load(page);
    this.#point();
  }

  /** @param {number} index */
  #row(index) {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** @param {number} index */
  #line(index) {
    const row = this.#row(index);
    const line = html(
      "div",
      { class: row ? "line" : "line blank", role: "row", id: `${this.#prefix}-${index}`, "data-index": index, "aria-rowindex": index + 1 },
      row ? this.source.draw(row) : [html("span", { role: "gridcell" }, ["…"])],
    );
    line.style.transform = `translateY(${index * this.source.rowHeight}px)`;
    line.style.height = `${this.source.rowHeight}px`;
    return line;
  }

  /** @param {number} page */
  async #load(page) {
    if (this.#pages.has(page) || this.#asked.has(page)) return;
    this.#asked.add(page);
    const edition = this.#edition;
    try {
      const { rows } = await this.source.fetch(page * PAGE, PAGE);
      if (edition !== this.#edition) return;
      this.#pages.set(page, rows);
      if (this.#pages.size > PAGES_KEPT) this.#pages.delete(this.#pages.keys().next().value ?? 0);
      this.#draw();
    } finally {
      this.#asked.delete(page);
    }
  }

  #point() {
    for (const row of this.#filler.children)
      if (row instanceof HTMLElement) {
        const isActive = Number(row.dataset.index) === this.#active;
        row.classList.toggle("active", isActive);
        row.setAttribute("aria-selected", String(isActive));
      }
    if (this.total) this.element.setAttribute("aria-activedescendant", `${this.#prefix}-${this.#active}`);
    else this.element.removeAttribute("aria-activedescendant");
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (event.target !== this.element || event.altKey || event.ctrlKey || event.metaKey) return;
    const height = this.source.rowHeight;
    const page = Math.max(1, Math.floor(this.#body.clientHeight / height) - 1);
    /** @type {Record<string, number>} */
    const goals = {
      ArrowDown: this.#active + 1,
      ArrowUp: this.#active - 1,
      PageDown: this.#active + page,
      PageUp: this.#active - page,
      Home: 0,
      End: this.total - 1,
    };
    if (event.key === "Enter") this.#open(this.#active);
    else if (event.key in goals) {
      this.#active = Math.max(0, Math.min(this.total - 1, goals[event.key]));
      const top = this.#active * height;
      const body = this.#body;
      if (top < body.scrollTop) body.scrollTop = top;
      else if (top + height > body.scrollTop + body.clientHeight) body.scrollTop = top + height - body.clientHeight;
      this.#draw();
    } else return;
    event.preventDefault();
  };

  /** @param {number} index */
  #open(index) {
    this.#active = index;
    this.#point();
    const row = this.#row(index);
    if (row) this.source.open(row);
  }
}
