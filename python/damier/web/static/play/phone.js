/** The dialog that shows where another device finds this game, for its camera and in letters. */

import { ask } from "../ask.js";
import { html, part } from "../html.js";
import { words } from "../words.js";

/** Offers the dialog where the server is open to the network. @param {() => string | null} game  the id of the game that is shown */
export async function offerPhone(game) {
  const { address } = /** @type {{address: string | null}} */ (await ask("GET", "/api/address"));
  if (!address) return;
  const button = part("phone", HTMLButtonElement);
  button.hidden = false;
  button.addEventListener("click", () => show(address, game()));
}

/** @param {string} address @param {string | null} game */
function show(address, game) {
  const { phone, page } = words;
  const text = `${address}${game ? `play/${game}` : ""}`;
  const copy = html("button", { type: "button" }, [phone.copy]);
  const close = html("button", { type: "button", class: "primary" }, [page.close]);
  const link = html("a", { href: text }, [text]);
  const dialog = html("dialog", { class: "phone", "aria-labelledby": "phone-title" }, [
    html("div", { class: "body" }, [
      html("header", {}, [html("h1", { id: "phone-title" }, [phone.title])]),
      html("p", {}, [phone.hint]),
      html("img", { src: `/api/address.svg${game ? `?game=${encodeURIComponent(game)}` : ""}`, alt: phone.code, width: 264, height: 264 }),
      html("p", { class: "where" }, [link]),
      html("footer", {}, [copy, close]),
    ]),
  ]);
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = phone.copied;
    } catch {
      getSelection()?.selectAllChildren(link); // it may not be copied from here, but it can be marked
    }
  });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
