/** Small synthesised sounds; silent until somebody switches them on. */
import { atRest } from "./motion";
import { prefs } from "./prefs.svelte";

export type Sound =
  // What is done: a card, a piece or the dice go somewhere, something is taken up.
  | "card"
  | "piece"
  | "dice"
  | "take"
  // What comes of it: a trick, a round, something rare; and what does not, and why.
  | "trick"
  | "round"
  | "pass"
  | "refused"
  | "whistle"
  | "bark"
  | "thud"
  // What concerns oneself: one's turn, little time, the end, and that one has won.
  | "turn"
  | "short"
  | "end"
  | "win";

interface Note {
  /** Hertz; 0: a breath of noise, as of paper. */
  pitch: number;
  /** Where the pitch slides to. */
  to?: number;
  at: number;
  length: number;
  loud: number;
}

const SCORES: Record<Sound, Note[]> = {
  card: [{ pitch: 0, at: 0, length: 0.07, loud: 0.5 }],
  take: [
    { pitch: 0, at: 0, length: 0.05, loud: 0.35 },
    { pitch: 392, at: 0.04, length: 0.14, loud: 0.12 },
  ],
  pass: [
    { pitch: 523, at: 0, length: 0.5, loud: 0.2 },
    { pitch: 659, at: 0.1, length: 0.5, loud: 0.2 },
    { pitch: 784, at: 0.2, length: 0.5, loud: 0.2 },
    { pitch: 1047, at: 0.3, length: 0.9, loud: 0.22 },
  ],
  turn: [
    { pitch: 587, at: 0, length: 0.18, loud: 0.14 },
    { pitch: 880, at: 0.12, length: 0.3, loud: 0.14 },
  ],
  trick: [
    { pitch: 440, at: 0, length: 0.22, loud: 0.14 },
    { pitch: 554, at: 0.09, length: 0.34, loud: 0.15 },
  ],
  round: [
    { pitch: 494, at: 0, length: 0.3, loud: 0.16 },
    { pitch: 622, at: 0.12, length: 0.3, loud: 0.16 },
    { pitch: 740, at: 0.24, length: 0.6, loud: 0.18 },
  ],
  short: [
    { pitch: 698, at: 0, length: 0.12, loud: 0.18 },
    { pitch: 698, at: 0.2, length: 0.12, loud: 0.18 },
    { pitch: 698, at: 0.4, length: 0.2, loud: 0.2 },
  ],
  end: [
    { pitch: 349, at: 0, length: 0.45, loud: 0.18 },
    { pitch: 262, at: 0.22, length: 0.9, loud: 0.2 },
  ],
  win: [
    { pitch: 330, at: 0, length: 0.4, loud: 0.2 },
    { pitch: 415, at: 0.15, length: 0.4, loud: 0.2 },
    { pitch: 494, at: 0.3, length: 0.5, loud: 0.2 },
    { pitch: 659, at: 0.45, length: 1.2, loud: 0.24 },
  ],
  refused: [{ pitch: 160, at: 0, length: 0.16, loud: 0.16 }],
  whistle: [
    { pitch: 2250, to: 2350, at: 0, length: 0.13, loud: 0.1 },
    { pitch: 2300, to: 2150, at: 0.15, length: 0.3, loud: 0.12 },
  ],
  bark: [
    { pitch: 420, to: 170, at: 0, length: 0.13, loud: 0.26 },
    { pitch: 460, to: 150, at: 0.19, length: 0.17, loud: 0.26 },
  ],
  thud: [
    { pitch: 120, to: 38, at: 0, length: 0.5, loud: 0.5 },
    { pitch: 0, at: 0, length: 0.12, loud: 0.3 },
  ],
  dice: [
    { pitch: 0, at: 0, length: 0.04, loud: 0.4 },
    { pitch: 900, to: 620, at: 0, length: 0.05, loud: 0.08 },
    { pitch: 0, at: 0.09, length: 0.04, loud: 0.32 },
    { pitch: 0, at: 0.16, length: 0.04, loud: 0.26 },
    { pitch: 760, to: 540, at: 0.2, length: 0.06, loud: 0.08 },
    { pitch: 0, at: 0.25, length: 0.05, loud: 0.2 },
  ],
  piece: [
    { pitch: 620, to: 480, at: 0, length: 0.07, loud: 0.16 },
    { pitch: 0, at: 0, length: 0.03, loud: 0.22 },
  ],
};

let context: AudioContext | undefined;

export function play(sound: Sound): void {
  if (!prefs.sound || document.hidden || atRest()) return;
  context ??= new AudioContext();
  void context.resume();
  for (const note of SCORES[sound]) strike(context, note);
}

function strike(audio: AudioContext, { pitch, to, at, length, loud }: Note): void {
  const start = audio.currentTime + at;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(audio.destination);
  if (pitch) {
    const voice = audio.createOscillator();
    voice.type = "triangle";
    voice.frequency.setValueAtTime(pitch, start);
    if (to) voice.frequency.exponentialRampToValueAtTime(to, start + length);
    voice.connect(gain);
    voice.start(start);
    voice.stop(start + length);
    return;
  }
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  const noise = audio.createBufferSource();
  noise.buffer = buffer;
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = 2600;
  band.Q.value = 0.7;
  noise.connect(band).connect(gain);
  noise.start(start);
}
