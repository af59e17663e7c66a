import type { Pause } from './pause.ts';

/** Copy a document as `JSON.parse(JSON.stringify(document))` does, in steps. */
export async function toPlain<T>(document: T, pause: Pause): Promise<T> {
  return copyAt(document, DEPTH, pause) as T;
}

/** Write a plain document as `JSON.stringify` does, in steps. */
export async function toBytes(document: unknown, pause: Pause): Promise<Buffer> {
  const parts: Buffer[] = [];
  let text = '';
  const flush = (): void => {
    parts.push(Buffer.from(text));
    text = '';
  };
  const add = (more: string): void => {
    text += more;
    if (text.length >= PART_LENGTH) flush();
  };
  await writeAt(document, DEPTH, add, pause);
  flush();
  return Buffer.concat(parts);
}

// --- internal ---

/** A step is an operation of a path, or a component. */
const DEPTH = 3;
/** Characters that become bytes together. */
const PART_LENGTH = 65_536;

async function copyAt(value: unknown, depth: number, pause: Pause): Promise<unknown> {
  if (depth === 0 || !isPlain(value)) {
    await pause();
    return value === undefined ? value : JSON.parse(JSON.stringify(value));
  }
  const entries: [name: string, member: unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) entries.push([name, await copyAt(member, depth - 1, pause)]);
  }
  return Object.fromEntries(entries);
}

async function writeAt(value: unknown, depth: number, add: (text: string) => void, pause: Pause): Promise<void> {
  if (depth === 0 || !isPlain(value)) {
    add(JSON.stringify(value));
    return pause();
  }
  let separator = '{';
  for (const [name, member] of Object.entries(value)) {
    add(`${separator}${JSON.stringify(name)}:`);
    await writeAt(member, depth - 1, add, pause);
    separator = ',';
  }
  add(separator === '{' ? '{}' : '}');
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
