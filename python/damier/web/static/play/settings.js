/** The dialog with the few things that a person may prefer otherwise. */

import { html } from "../html.js";
import { words } from "../words.js";
import { segments } from "./new-game.js";
import { CHOICES, savePreferences } from "./preferences.js";

/** @typedef {import("./preferences.js").Preferences} Preferences */

export class SettingsDialog {
  #dialog = html("dialog", { class: "settings", "aria-labelledby": "settings-title" });

  /** @param {Preferences} preferences @param {() => void} onChange */
  constructor(preferences, onChange) {
    const { settings, page } = words;
    /** @param {"oneClick" | "animate" | "sound"} name */
    const check = (name) => {
      const box = html("input", { type: "checkbox", name, checked: preferences[name] });
      return html("label", { class: "check" }, [box, settings[name]]);
    };
    /** @param {"labels" | "wood" | "style"} name @param {string} legend @param {Record<string, string>} kinds */
    const choice = (name, legend, kinds) =>
      html("fieldset", { class: `looks ${name}` }, [
        html("legend", {}, [legend]),
        segments(name, CHOICES[name].map((kind) => [kind, kinds[kind]]), preferences[name]),
      ]);
    const form = html("form", { method: "dialog" }, [
      html("header", {}, [html("h1", { id: "settings-title" }, [settings.title])]),
      choice("labels", settings.labels, settings.labelKinds),
      choice("wood", settings.wood, settings.woods),
      choice("style", settings.style, settings.styles),
      check("oneClick"),
      check("animate"),
      check("sound"),
      html("footer", {}, [html("button", { class: "primary" }, [page.close])]),
    ]);
    form.addEventListener("change", () => {
      const data = new FormData(form);
      for (const name of Object.keys(CHOICES)) Reflect.set(preferences, name, data.get(name));
      Object.assign(preferences, { oneClick: data.has("oneClick"), animate: data.has("animate"), sound: data.has("sound") });
      savePreferences(preferences);
      onChange();
    });
    this.#dialog.append(form);
    document.body.append(this.#dialog);
  }

  open() {
    if (!this.#dialog.open) this.#dialog.showModal();
  }
}
