/** Files that are dropped on a page, or pasted into it. */

import { part } from "./html.js";

/**
 * Shows where to let go while a file is over the page.
 * @param {(file: File) => void} onFile
 */
export function acceptDrops(onFile) {
  const veil = part("drop", HTMLElement);
  let depth = 0; // how many elements inside each other the file is over
  /** @param {DragEvent} event */
  const hasFile = ({ dataTransfer }) => dataTransfer?.types.includes("Files") ?? false;
  const over = () => (veil.hidden = depth <= 0);
  addEventListener("dragenter", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    depth += 1;
    over();
  });
  addEventListener("dragleave", (event) => {
    if (!hasFile(event)) return;
    depth -= 1;
    over();
  });
  addEventListener("dragover", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
  });
  addEventListener("drop", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    depth = 0;
    over();
    const file = event.dataTransfer?.files[0];
    if (file) onFile(file);
  });
}
