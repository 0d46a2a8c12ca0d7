// A soft double knock on wood, made on the spot.

let context: AudioContext | null = null;

function strike(audio: AudioContext, at: number, strength: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(210, at);
  tone.frequency.exponentialRampToValueAtTime(95, at + 0.09);
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(strength, at + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.16);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.2);
}

/** Browsers let a page be heard only once somebody has clicked in it; before that nothing is heard. */
export function knock(): void {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume().catch(() => {});
  strike(context, context.currentTime + 0.02, 0.22);
  strike(context, context.currentTime + 0.18, 0.16);
}
