/** Short synthesized sounds, at a gentle volume. Browsers allow none before the first click or key. */

import { settings } from "./settings.svelte";

export type Sound = "turn" | "nudge" | "place" | "dice" | "gain" | "over" | "pencil";

const VOLUME = 0.6;

let context: AudioContext | null = null;
let output: GainNode | null = null;
let isAllowed = false;

if (typeof addEventListener !== "undefined") {
  const allow = () => (isAllowed = true);
  for (const gesture of ["pointerup", "keydown"]) addEventListener(gesture, allow, { capture: true, once: true });
}

/** The sound for some events, found by their names in any game. */
export function soundOf(names: readonly string[]): Sound {
  if (names.some((name) => /ruby|held_most|came_round|last_round/.test(name))) return "gain";
  if (names.some((name) => /roll|dice/.test(name))) return "dice";
  return names.some((name) => /mark|cross|tick/.test(name)) ? "pencil" : "place";
}

export function play(sound: Sound): void {
  if (!settings.sounds || !isAllowed || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  if (!output) {
    output = context.createGain();
    output.gain.value = VOLUME;
    output.connect(context.destination);
  }
  const now = context.currentTime + 0.01;
  switch (sound) {
    case "turn":
      tone(context, 587, now, 0.35, 0.09);
      tone(context, 880, now + 0.12, 0.5, 0.07);
      break;
    case "nudge":
      [0, 0.16, 0.5, 0.66].forEach((after) => tone(context as AudioContext, 784, now + after, 0.3, 0.09));
      break;
    case "place":
      tone(context, 196, now, 0.12, 0.1, "triangle");
      break;
    case "gain":
      tone(context, 1175, now, 0.6, 0.05);
      tone(context, 1568, now + 0.06, 0.7, 0.04);
      break;
    case "dice":
      for (let n = 0; n < 5; n++) noise(context, now + n * 0.06 + Math.random() * 0.02, 0.04, 2200);
      break;
    case "pencil":
      noise(context, now, 0.12, 5200);
      break;
    case "over":
      [523, 659, 784, 1047].forEach((pitch, n) => tone(context as AudioContext, pitch, now + n * 0.13, 0.8, 0.06));
      break;
  }
}

function tone(
  at: AudioContext,
  pitch: number,
  when: number,
  length: number,
  loud: number,
  shape: OscillatorType = "sine",
): void {
  const voice = at.createOscillator();
  const gain = at.createGain();
  voice.type = shape;
  voice.frequency.value = pitch;
  gain.gain.setValueAtTime(0, when);
  gain.gain.linearRampToValueAtTime(loud, when + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, when + length);
  voice.connect(gain).connect(output ?? at.destination);
  voice.start(when);
  voice.stop(when + length);
}

function noise(at: AudioContext, when: number, length: number, pitch: number): void {
  const buffer = at.createBuffer(1, Math.ceil(at.sampleRate * length), at.sampleRate);
  const data = buffer.getChannelData(0);
  for (let n = 0; n < data.length; n++) data[n] = (Math.random() * 2 - 1) * (1 - n / data.length);
  const source = at.createBufferSource();
  const filter = at.createBiquadFilter();
  const gain = at.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = 0.12;
  source
    .connect(filter)
    .connect(gain)
    .connect(output ?? at.destination);
  source.start(when);
}
