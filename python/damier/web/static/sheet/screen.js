/** The sheet of diagrams: what is seen here is what is printed, but for the tools. */

import { diagramPath } from "../analysis/server.js";
import { html, part } from "../html.js";
import { segments } from "../play/new-game.js";
import { fillIn } from "../tongue.js";
import { words } from "../words.js";
import { loadSheet, saveSheet } from "./tray.js";

/** @typedef {import("./tray.js").Diagram} Diagram */

const PER_PAGE = 6;
const say = words.sheet;

class SheetScreen {
  sheet = loadSheet();

  begin() {
    document.title = `${say.title} · damier`;
    fillIn(say, words.language);
    part("paper", HTMLElement).append(segments("paper", Object.entries(say.papers), this.sheet.paper));
    part("heading", HTMLInputElement).value = this.sheet.heading || say.heading;
    part("solutions", HTMLInputElement).checked = this.sheet.solutions;
    part("tools", HTMLFormElement).addEventListener("input", () => this.#choose());
    part("tools", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      print();
    });
    part("clear", HTMLElement).addEventListener("click", () => {
      if (!confirm(say.sure)) return;
      this.sheet.diagrams = [];
      this.#change();
    });
    addEventListener("storage", () => {
      this.sheet = loadSheet(); // another tab has put something on it
      this.#draw();
    });
    this.#draw();
  }

  #choose() {
    const data = new FormData(part("tools", HTMLFormElement));
    this.sheet.heading = String(data.get("heading") ?? "");
    this.sheet.paper = data.get("paper") === "letter" ? "letter" : "a4";
    this.sheet.solutions = data.has("solutions");
    this.#change();
  }

  #change() {
    saveSheet(this.sheet);
    this.#draw();
  }

  #draw() {
    const { diagrams, paper, solutions } = this.sheet;
    const screen = part("screen", HTMLElement);
    screen.dataset.paper = paper;
    const groups = [];
    for (let at = 0; at < diagrams.length; at += PER_PAGE) groups.push(diagrams.slice(at, at + PER_PAGE));
    const all = groups.length + (solutions && diagrams.length ? 1 : 0);
    part("empty", HTMLElement).hidden = diagrams.length > 0;
    part("count", HTMLElement).textContent = diagrams.length ? say.count(diagrams.length, all) : "";
    for (const id of ["print", "clear"]) part(id, HTMLButtonElement).disabled = diagrams.length === 0;
    const pages = groups.map((group, page) =>
      this.#page(page + 1, all, [
        html("p", { class: "who", "aria-hidden": "true" }, [
          html("span", {}, [say.name, html("i")]),
          html("span", {}, [say.date, html("i")]),
        ]),
        html("ol", { class: "diagrams", start: page * PER_PAGE + 1 }, group.map((diagram, at) => this.#diagram(diagram, page * PER_PAGE + at))),
      ]),
    );
    if (all > groups.length) pages.push(this.#page(all, all, [html("h2", {}, [say.solutionsTitle]), this.#solutions()]));
    part("pages", HTMLElement).replaceChildren(...pages);
    screen.dataset.pages = String(all);
  }

  /** @param {number} at @param {number} all @param {HTMLElement[]} body */
  #page(at, all, body) {
    return html("section", { class: "page" }, [
      html("header", {}, [html("h1", {}, [this.sheet.heading || say.heading])]),
      ...body,
      html("footer", {}, [html("span", {}, ["damier"]), html("span", {}, [say.page(at, all)])]),
    ]);
  }

  /** @param {Diagram} diagram @param {number} at */
  #diagram(diagram, at) {
    const { fen, game, bottom, turn, title } = diagram;
    const picture = html("img", { src: diagramPath({ fen, game, bottom, style: "diagram" }), alt: `${say.turn[turn]}. ${fen}`, width: 300, height: 300 });
    const caption = html("input", { type: "text", value: title, "aria-label": say.caption(at + 1), maxlength: 80, autocomplete: "off" });
    caption.addEventListener("change", () => {
      diagram.title = caption.value.trim();
      this.#change();
    });
    /** @param {string} sign @param {string} label @param {() => void} action */
    const tool = (sign, label, action) => {
      const button = html("button", { type: "button", class: "icon", title: label, "aria-label": label }, [sign]);
      button.addEventListener("click", () => {
        action();
        this.#change();
      });
      return button;
    };
    const { diagrams } = this.sheet;
    return html("li", {}, [
      html("div", { class: "line" }, [
        html("b", {}, [`${at + 1}`]),
        html("span", { class: `sign ${turn}`, "aria-hidden": "true" }),
        html("span", { class: "turn" }, [say.turn[turn]]),
        html("span", { class: "tools" }, [
          ...(at ? [tool("←", say.earlier(at + 1), () => void diagrams.splice(at - 1, 2, diagrams[at], diagrams[at - 1]))] : []),
          tool("×", say.remove(at + 1), () => void diagrams.splice(at, 1)),
        ]),
      ]),
      picture,
      caption,
      html("div", { class: "write", "aria-hidden": "true" }),
    ]);
  }

  #solutions() {
    return html("ol", { class: "answers" }, this.sheet.diagrams.map((diagram, at) => {
      const text = html("textarea", { rows: 1, "aria-label": say.solution(at + 1), spellcheck: "false", maxlength: 2000, placeholder: say.noSolution });
      text.value = diagram.solution;
      const printed = html("p", { class: "printed" }, [diagram.solution || say.noSolution]);
      text.addEventListener("input", () => {
        diagram.solution = text.value;
        printed.textContent = text.value || say.noSolution;
        saveSheet(this.sheet);
      });
      return html("li", {}, [text, printed]);
    }));
  }
}

new SheetScreen().begin();
