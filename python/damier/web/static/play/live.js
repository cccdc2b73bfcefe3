/** The connection to one game: it speaks, it listens, and it comes back by itself. */

/** @typedef {import("./state.js").GameState} GameState */
/** @typedef {import("./state.js").PlayedMove} PlayedMove */
/** @typedef {import("./state.js").PieceSymbol} PieceSymbol */
/** @typedef {{type: "refusal", ply: number, from: number, to: number | null, message: string, must: number[]}} Refusal */
/** @typedef {{type: "look", ply: number, at: number, pieces: Record<string, PieceSymbol>, towers?: Record<string, string>, last_move: PlayedMove | null}} Look */
/** @typedef {{type: "error", message: string, field: string | null}} Complaint */

/**
 * @typedef {object} Listener
 * @property {(state: GameState) => void} onState
 * @property {(refusal: Refusal) => void} onRefusal
 * @property {(look: Look) => void} onLook
 * @property {(complaint: Complaint) => void} onError
 * @property {(connected: boolean) => void} onLink
 * @property {(code: number, message: string) => void} onGone  the game cannot be shown, and asking again is no use
 */

const PATIENCE = [300, 700, 1500, 3000]; // milliseconds between attempts to come back
const GONE = [4404, 4422];

export class Live {
  #attempt = 0;
  #closed = false;
  /** @type {WebSocket | null} */
  #socket = null;
  #complaint = "";

  /** @param {string} id @param {Listener} listener */
  constructor(id, listener) {
    this.id = id;
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
   * False where nobody hears it: the state that comes with the next connection tells the truth.
   * @param {Record<string, unknown>} message
   */
  say(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/live/${encodeURIComponent(this.id)}`);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#attempt = 0;
      this.listener.onLink(true);
    });
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
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

  /** @param {GameState | Refusal | Look | Complaint} message */
  #hear(message) {
    if (message.type === "state") this.listener.onState(message);
    else if (message.type === "refusal") this.listener.onRefusal(message);
    else if (message.type === "look") this.listener.onLook(message);
    else {
      this.#complaint = message.message;
      this.listener.onError(message);
    }
  }
}
