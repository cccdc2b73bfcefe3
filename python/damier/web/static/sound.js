/** Sounds of wood on wood, made here: nothing is fetched, and nothing sounds before a person has touched the page. */

/** @typedef {import("./play/preferences.js").Preferences} Preferences */

const LOUD = 0.5;
/** Frequencies in hertz and seconds from the beginning: two notes that rise, two that fall, two that stay. */
const ENDS = {
  won: [[523, 0], [784, 0.16]],
  lost: [[440, 0], [311, 0.18]],
  drawn: [[440, 0], [440, 0.2]],
};

export class Sounds {
  /** @type {AudioContext | null} */
  #context = null;

  /** @param {Preferences} preferences */
  constructor(preferences) {
    this.preferences = preferences;
  }

  /** A piece is put down; `taken` others are taken up. @param {number} taken */
  move(taken) {
    const context = this.#ready();
    if (!context) return;
    this.#knock(context, 0, 1);
    for (let i = 0; i < Math.min(taken, 4); i += 1) this.#knock(context, 0.07 + 0.06 * i, 0.8);
  }

  /** The game is over. @param {keyof typeof ENDS} how */
  end(how) {
    const context = this.#ready();
    if (!context) return;
    for (const [frequency, after] of ENDS[how]) this.#tone(context, frequency, 0.2 + after, 0.5, 0.16);
  }

  // -- inside -------------------------------------------------------------------------------------------------------

  /** Browsers let a page sound once it has been touched; before that it does not even try. */
  #ready() {
    if (!this.preferences.sound || !navigator.userActivation?.hasBeenActive || document.hidden) return null;
    try {
      this.#context ??= new AudioContext();
    } catch {
      return null; // this machine has nothing to sound with
    }
    if (this.#context.state === "suspended") this.#context.resume().catch(() => {});
    return this.#context;
  }

  /** Wood on wood: a short noise, and the low tone of the board under it. @param {AudioContext} context @param {number} after @param {number} force */
  #knock(context, after, force) {
    const at = context.currentTime + after;
    const length = 0.045;
    const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
    const noise = new AudioBufferSourceNode(context, { buffer });
    const wood = new BiquadFilterNode(context, { type: "bandpass", frequency: 1350, Q: 1.1 });
    const volume = new GainNode(context, { gain: LOUD * force });
    noise.connect(wood).connect(volume).connect(context.destination);
    noise.start(at);
    this.#tone(context, 190, after, 0.09, 0.3 * force);
  }

  /**
   * A tone that dies away.
   * @param {AudioContext} context
   * @param {number} frequency
   * @param {number} after
   * @param {number} length
   * @param {number} force
   */
  #tone(context, frequency, after, length, force) {
    const at = context.currentTime + after;
    const tone = new OscillatorNode(context, { type: "sine", frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(LOUD * force, at + 0.006);
    volume.gain.exponentialRampToValueAtTime(0.0005, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
  }
}
