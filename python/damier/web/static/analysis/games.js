/** The list of the games of a file, with its problems. */

import { html, part } from "../html.js";
import { sentence } from "../play/state.js";
import { words } from "../words.js";
import { List } from "./list.js";
import { deleteCollection, fetchCollection, fetchProblems, fetchRows, filePath } from "./server.js";

/** @typedef {import("./server.js").Collection} Collection */
/** @typedef {import("./server.js").Row} Row */
/** @typedef {import("./server.js").Problem} Problem */
/** @typedef {import("./server.js").Wanted} Wanted */

const TYPING = 150; // milliseconds of rest before a search
const GROWING = 200; // milliseconds between looks at a file that is still being read
const NARROW = matchMedia("(max-width: 820px)");
const COLUMNS = /** @type {const} */ (["number", "white", "black", "result", "date", "event", "plies", "game", "problems"]);

export class GamesView {
  /** @type {Wanted} */
  wanted = { search: "", sort: "number", descending: false, problems: false };
  /** @type {Collection | null} */
  collection = null;
  #timer = 0;
  #visit = 0;
  /** @type {Map<string, HTMLButtonElement>} */
  #heads = new Map();
  /** @type {List<Row>} */
  #games;
  /** @type {List<Problem>} */
  #problems;

  /**
   * @param {(id: string, number: number, ply: number | null) => void} onOpen
   * @param {(id: string) => void} onReading
   * @param {() => void} onGone
   */
  constructor(onOpen, onReading, onGone) {
    const { list } = words.analysis;
    this.#games = new List(
      {
        label: list.games,
        rowHeight: rowHeight(),
        fetch: (first, count) => fetchRows(this.#id, this.wanted, first, count),
        draw: drawRow,
        open: ({ number }) => onOpen(this.#id, number, null),
        onTotal: () => this.#tell(),
      },
      this.#head(),
    );
    this.#problems = new List({
      label: list.problems,
      rowHeight: problemHeight(),
      fetch: (first, count) => fetchProblems(this.#id, first, count),
      draw: drawProblem,
      open: ({ game, ply }) => onOpen(this.#id, game, ply),
    });
    part("games-panel", HTMLElement).append(this.#games.element);
    part("problems-panel", HTMLElement).append(this.#problems.element);
    NARROW.addEventListener("change", () => {
      this.#games.rowHeight = rowHeight();
      this.#problems.rowHeight = problemHeight();
    });
    this.#listen(onReading, onGone);
  }

  get #id() {
    return this.collection?.id ?? "";
  }

  /** Shows a file. @param {Collection} collection */
  async open(collection) {
    const isOther = this.collection?.id !== collection.id;
    this.collection = collection;
    const visit = (this.#visit += 1);
    if (isOther) {
      Object.assign(this.wanted, { search: "", sort: "number", descending: false, problems: false });
      part("search", HTMLInputElement).value = "";
    }
    this.#show("games");
    this.#tell();
    await this.#games.refresh({ keepPlace: !isOther });
    while (visit === this.#visit && !this.collection.done) {
      await new Promise((resolve) => setTimeout(resolve, GROWING));
      if (visit !== this.#visit) return;
      this.collection = await fetchCollection(collection.id);
      await this.#games.refresh({ keepPlace: true });
    }
    this.#tell();
  }

  /** The file is left: nothing is asked about it any more. */
  leave() {
    this.#visit += 1;
  }

  focus() {
    this.#games.element.focus({ preventScroll: true });
  }

  // -- inside -------------------------------------------------------------------------------------------------------

  /** @param {(id: string) => void} onReading @param {() => void} onGone */
  #listen(onReading, onGone) {
    const { list } = words.analysis;
    const search = part("search", HTMLInputElement);
    search.placeholder = list.search;
    search.setAttribute("aria-label", list.search);
    search.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#want({ search: search.value }), TYPING);
    });
    search.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown" && event.key !== "Enter") return;
      event.preventDefault();
      this.focus();
    });
    const order = part("order", HTMLSelectElement);
    order.setAttribute("aria-label", list.sortBy);
    for (const column of COLUMNS) order.append(html("option", { value: column }, [list.columns[column]]));
    order.addEventListener("change", () => this.#want({ sort: order.value, descending: startsHigh(order.value) }));
    const faulty = part("faulty", HTMLButtonElement);
    faulty.textContent = list.onlyProblems;
    faulty.addEventListener("click", () => this.#want({ problems: !this.wanted.problems }));
    part("reading", HTMLElement).addEventListener("click", () => onReading(this.#id));
    part("remove", HTMLElement).addEventListener("click", async () => {
      if (!this.collection || !confirm(list.confirm(this.collection.name))) return;
      await deleteCollection(this.#id);
      onGone();
    });
    for (const tab of /** @type {const} */ (["games", "problems"])) {
      const button = part(`tab-${tab}`, HTMLButtonElement);
      button.addEventListener("click", () => this.#show(tab));
      button.addEventListener("keydown", ({ key }) => {
        if (key !== "ArrowLeft" && key !== "ArrowRight") return;
        this.#show(tab === "games" ? "problems" : "games");
        part(tab === "games" ? "tab-problems" : "tab-games", HTMLElement).focus();
      });
    }
  }

  /** @param {Partial<Wanted>} part */
  #want(part) {
    Object.assign(this.wanted, part);
    void this.#games.refresh();
    this.#tell();
  }

  /** @param {"games" | "problems"} wanted */
  #show(wanted) {
    for (const tab of ["games", "problems"]) {
      const isShown = tab === wanted;
      const button = part(`tab-${tab}`, HTMLElement);
      button.setAttribute("aria-selected", String(isShown));
      button.tabIndex = isShown ? 0 : -1;
      part(`${tab}-panel`, HTMLElement).hidden = !isShown;
    }
    if (wanted === "problems") void this.#problems.refresh();
  }

  /** Everything about the file that is not in its rows. */
  #tell() {
    const { collection, wanted } = this;
    if (!collection) return;
    const { list } = words.analysis;
    document.title = `${collection.name} · damier`;
    part("list-title", HTMLElement).textContent = collection.name;
    part("list-facts", HTMLElement).textContent = list.facts(collection, this.#games.total, wanted.search !== "" || wanted.problems);
    part("tab-games", HTMLElement).textContent = list.gamesTab(collection.games);
    part("tab-problems", HTMLElement).textContent = list.problemsTab(collection.problems);
    part("list-tabs", HTMLElement).hidden = part("faulty", HTMLElement).hidden = collection.problems === 0;
    part("faulty", HTMLElement).setAttribute("aria-pressed", String(wanted.problems));
    const panel = part("games-panel", HTMLElement);
    panel.classList.toggle("one-kind", Object.keys(collection.kinds).length < 2);
    panel.classList.toggle("sound", collection.problems === 0);
    part("download", HTMLAnchorElement).href = filePath(collection.id);
    part("order", HTMLSelectElement).value = wanted.sort;
    for (const [column, button] of this.#heads) {
      const way = wanted.sort !== column ? "none" : wanted.descending ? "descending" : "ascending";
      button.parentElement?.setAttribute("aria-sort", way);
    }
    part("screen", HTMLElement).dataset.done = String(collection.done);
  }

  #head() {
    const { columns } = words.analysis.list;
    const cells = COLUMNS.map((column) => {
      const button = html("button", { type: "button", "data-column": column, tabindex: -1 }, [columns[column]]);
      this.#heads.set(column, button);
      button.addEventListener("click", () => {
        const isSame = this.wanted.sort === column;
        this.#want({ sort: column, descending: isSame ? !this.wanted.descending : startsHigh(column) });
      });
      return html("span", { role: "columnheader", class: `cell ${column}` }, [button]);
    });
    return html("div", { role: "rowgroup" }, [html("div", { class: "line heads", role: "row" }, cells)]);
  }
}

/** The longest games and the worst problems are wanted first. @param {string} column */
const startsHigh = (column) => column === "plies" || column === "problems";

const rowHeight = () => (NARROW.matches ? 64 : 38);
const problemHeight = () => (NARROW.matches ? 104 : 62);

/** What is written, unless the reason says it, and what is wrong with it. @param {Problem} problem */
export const reasonOf = ({ text, reason }) =>
  text && !reason.includes(text) ? [html("q", {}, [text]), ` ${sentence(reason)}`] : [sentence(reason)];

/** @param {Row} row */
function drawRow(row) {
  const { list } = words.analysis;
  /** @type {Record<typeof COLUMNS[number], string>} */
  const texts = {
    number: String(row.number),
    white: row.white || "–",
    black: row.black || "–",
    result: row.result === "*" ? "" : row.result.replace("-", "–"),
    date: row.date.replaceAll(".??", ""),
    event: [row.event, row.round].filter(Boolean).join(", "),
    plies: list.plies(row.plies),
    game: row.game,
    problems: row.problems ? String(row.problems) : "",
  };
  if (NARROW.matches) {
    const isNamed = row.white || row.black;
    const facts = [`${texts.number}.`, isNamed ? texts.event : "", texts.date, row.plies ? list.moves(row.plies) : ""].filter(Boolean).join(" · ");
    return [
      html("span", { role: "gridcell", class: "cell names" }, [
        isNamed ? words.analysis.players(row.white, row.black) : texts.event || words.analysis.unnamed,
      ]),
      html("span", { role: "gridcell", class: "cell result" }, [texts.result]),
      html("span", { role: "gridcell", class: `cell facts ${row.changed ? "changed" : ""}` }, [facts]),
      html("span", { role: "gridcell", class: `cell problems ${row.faults ? "fault" : "remark"}` }, [
        row.problems ? list.problemCount(row.problems) : "",
      ]),
    ];
  }
  return COLUMNS.map((column) => {
    const cell = html("span", { role: "gridcell", class: `cell ${column}`, title: texts[column] }, [texts[column]]);
    if (column === "problems" && row.problems) {
      cell.classList.add(row.faults ? "fault" : "remark");
      cell.title = list.problemCount(row.problems);
      cell.setAttribute("aria-label", list.problemCount(row.problems));
    }
    if (column === "number" && row.changed) {
      cell.classList.add("changed");
      cell.title = list.changed;
    }
    return cell;
  });
}

/** @param {Problem} problem */
function drawProblem(problem) {
  const { list } = words.analysis;
  return [
    html("span", { role: "gridcell", class: `problem ${problem.fault ? "fault" : "remark"}` }, [
      html("b", {}, [list.where(problem)]),
      html("span", { title: problem.reason }, reasonOf(problem)),
    ]),
  ];
}
