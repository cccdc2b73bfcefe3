/** Questions to the server, and its refusals. */

import { words } from "./words.js";

/** What the server did not like, or the page itself; in words for people. */
export class Refused extends Error {
  /** @param {string} message @param {string | null} [field]  the part that is at fault */
  constructor(message, field = null) {
    super(message);
    this.field = field;
  }
}

/** What went wrong, for people: why it was refused, or that the server cannot be reached. @param {unknown} error */
export const reasonOf = (error) => (error instanceof Refused ? error.message : words.status.lost);

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
export async function ask(method, path, body) {
  const headers = body ? { "Content-Type": "application/json" } : undefined;
  const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  const value = await answer.json();
  if (!answer.ok) throw new Refused(value.message, value.field);
  return value;
}

/**
 * The part of an address that asks; what is empty is left out.
 * @param {Record<string, string | number | boolean | null | undefined>} values
 */
export function questionOf(values) {
  const question = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== undefined && value !== "") question.set(name, String(value));
  const text = question.toString();
  return text ? `?${text}` : "";
}
