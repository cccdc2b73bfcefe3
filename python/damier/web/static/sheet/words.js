/** The English words of the sheet of diagrams. */

/** @typedef {import("../board/state.js").Side} Side */

export const sheet = {
  title: "Sheet",
  editorLink: "Set up a position",
  analysisLink: "Analysis",
  heading: "Training sheet",
  headingLabel: "Title of the sheet",
  paper: "Paper",
  papers: { a4: "A4", letter: "Letter" },
  solutions: "Solutions on a page of their own",
  print: "Print",
  clear: "Empty the sheet",
  sure: "Take all diagrams off the sheet?",
  empty: "The sheet is empty. Put positions on it with “To the sheet” in the editor or under “Share and save” in the analysis.",
  /** @param {number} count @param {number} pages */
  count: (count, pages) => `${count} ${count === 1 ? "diagram" : "diagrams"}, ${pages} ${pages === 1 ? "page" : "pages"}`,
  /** @param {number} number */
  remove: (number) => `Take diagram ${number} off the sheet`,
  /** @param {number} number */
  earlier: (number) => `Diagram ${number} one place forward`,
  /** @param {number} number */
  caption: (number) => `What stands under diagram ${number}`,
  /** @param {number} number */
  solution: (number) => `Solution of diagram ${number}`,
  /** @type {Record<Side, string>} */
  turn: { white: "White to move", black: "Black to move" },
  name: "Name",
  date: "Date",
  solutionsTitle: "Solutions",
  noSolution: "–",
  /** @param {number} at @param {number} all */
  page: (at, all) => `${at} / ${all}`,

  toSheet: "To the sheet",
  /** @param {number} count */
  added: (count) => (count === 1 ? "On the sheet: 1 diagram." : `On the sheet: ${count} diagrams.`),
  full: "The sheet is full: it has 60 diagrams.",
  open: "Open the sheet",
  marked: "All marked positions of this game",
  file: "Games of this file",
  which: "Games, for example 1-12, 15",
  nothing: "No position is marked there, and none was set up.",
};
