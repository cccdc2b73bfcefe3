/** A web socket that comes back by itself. */

const PATIENCE = [300, 700, 1500, 3000]; // milliseconds between attempts to come back
const GONE = [4404, 4422];

/** @typedef {{type: "error", message: string, field: string | null}} Complaint */

/**
 * @typedef {object} Listener
 * @property {(message: any) => void} onMessage
 * @property {(connected: boolean) => void} onLink
 * @property {(code: number, message: string) => void} onGone  there is nothing to follow, and asking again is no use
 */

export class Link {
  #attempt = 0;
  #closed = false;
  /** @type {WebSocket | null} */
  #socket = null;
  #complaint = "";

  /** @param {string} path @param {Listener} listener */
  constructor(path, listener) {
    this.path = path;
    this.listener = listener;
    this.#open();
    addEventListener("online", this.#again);
    document.addEventListener("visibilitychange", this.#again);
  }

  close() {
    this.#closed = true;
    removeEventListener("online", this.#again);
    document.removeEventListener("visibilitychange", this.#again);
    this.#socket?.close();
  }

  /**
   * False where nobody hears it: what comes with the next connection tells the truth.
   * @param {Record<string, unknown>} message
   */
  say(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#attempt = 0;
      this.listener.onLink(true);
    });
    socket.addEventListener("message", (event) => {
      if (this.#closed) return;
      const message = JSON.parse(event.data);
      if (message.type === "error") this.#complaint = message.message;
      this.listener.onMessage(message);
    });
    socket.addEventListener("close", (event) => {
      if (this.#closed || this.#socket !== socket) return;
      this.#socket = null;
      if (GONE.includes(event.code)) return this.listener.onGone(event.code, this.#complaint);
      this.listener.onLink(false);
      setTimeout(this.#again, PATIENCE[Math.min(this.#attempt, PATIENCE.length - 1)]);
      this.#attempt += 1;
    });
  }

  #again = () => {
    if (!this.#closed && this.#socket === null) this.#open();
  };
}
