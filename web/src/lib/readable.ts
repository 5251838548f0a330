/** A name of the engine's as people write it: `palace_track` is "Palace track". */
export function readable(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
