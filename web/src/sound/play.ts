/** Short sounds, synthesised so that no file has to be loaded. */

export type Sound = "card" | "trick" | "turn" | "win";

interface Tone {
  at: number; // seconds from now
  pitch: number; // hertz
  length: number;
  volume: number;
  wave: OscillatorType;
}

/** The tones of each sound; a card is mostly the noise of paper. */
export const TONES: Record<Sound, readonly Tone[]> = {
  card: [{ at: 0, pitch: 190, length: 0.05, volume: 0.1, wave: "triangle" }],
  trick: [
    { at: 0, pitch: 150, length: 0.07, volume: 0.12, wave: "triangle" },
    { at: 0.07, pitch: 120, length: 0.09, volume: 0.12, wave: "triangle" },
  ],
  turn: [
    { at: 0, pitch: 660, length: 0.12, volume: 0.07, wave: "sine" },
    { at: 0.1, pitch: 880, length: 0.16, volume: 0.07, wave: "sine" },
  ],
  win: [523, 659, 784, 1047].map((pitch, i) => ({ at: i * 0.11, pitch, length: 0.3, volume: 0.08, wave: "sine" as const })),
};
const PAPER: Partial<Record<Sound, number>> = { card: 0.045, trick: 0.11 }; // seconds of noise

let context: AudioContext | null = null;

/** Play a sound if the browser can; browsers do not allow it before the first touch of the page. */
export function play(sound: Sound): void {
  if (typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  void context.resume().catch(() => undefined);
  const now = context.currentTime + 0.01;
  for (const tone of TONES[sound]) ring(context, now + tone.at, tone);
  const paper = PAPER[sound];
  if (paper) rustle(context, now, paper);
}

function ring(on: AudioContext, at: number, { pitch, length, volume, wave }: Tone): void {
  const source = on.createOscillator();
  source.type = wave;
  source.frequency.value = pitch;
  source.connect(fading(on, at, volume, length));
  source.start(at);
  source.stop(at + length);
}

function rustle(on: AudioContext, at: number, length: number): void {
  const noise = on.createBuffer(1, Math.ceil(on.sampleRate * length), on.sampleRate);
  noise.getChannelData(0).forEach((_, i, samples) => (samples[i] = Math.random() * 2 - 1));
  const source = on.createBufferSource();
  const filter = on.createBiquadFilter();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = 2400;
  source.connect(filter).connect(fading(on, at, 0.16, length));
  source.start(at);
}

/** A gain that starts at full volume and fades out. */
function fading(on: AudioContext, at: number, volume: number, length: number): AudioNode {
  const gain = on.createGain();
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(on.destination);
  return gain;
}
