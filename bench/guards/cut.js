/** Hooks of Node's loader that take pieces out of the code of our built packages. */

/** @type {[file: string, text: string, other: string][]} */
let cuts;
let port;

/** Called once, with what `register` was given. */
export function initialize(data) {
  ({ cuts, port } = data);
}

/** Every cut is told; one whose text is not there exactly once fails the program. */
export async function load(url, context, next) {
  const loaded = await next(url, context);
  const mine = cuts.filter(([file]) => url.endsWith(`/packages/${file}`));
  if (mine.length === 0) return loaded;
  let source = String(loaded.source);
  for (const [file, text, other] of mine) {
    const parts = source.split(text);
    if (parts.length !== 2) throw new Error(`${file} has "${text}" ${parts.length - 1} times.`);
    source = parts.join(other);
    port.postMessage(text);
  }
  return { ...loaded, source };
}
