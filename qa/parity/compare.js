import { realNow } from './clock.js';
import { MARK, normalize } from './normal.js';

/**
 * @typedef {object} Part - one thing that differs
 * @property {string} name - `status`, `header etag`, `body`, `statements`, `tables`
 * @property {unknown} before
 * @property {unknown} after
 */

/** Fields that say when the answer was sent. */
const TIMES = new Set(['date']);

/**
 * Compares answers of two sides. It knows the entity tags that differ because a body has a time of the database, or something random.
 */
export class Comparison {
  /** Tags of the one side, by those of the other. */
  #pairs = new Map();
  /** Whether the tables have times of the database: an answer without a body could be one about them. */
  hasMarks = false;

  /**
   * @param {readonly import('./answer-reader.js').Answer[]} before @param {readonly import('./answer-reader.js').Answer[]} after
   * @returns {Part[]}
   */
  compare(before, after) {
    const parts = [];
    for (let index = 0; index < Math.max(before.length, after.length); index += 1)
      parts.push(...this.#compareOne(before[index] ?? MISSING, after[index] ?? MISSING));
    return parts;
  }

  /** After a reset, nothing of before is known. */
  forget() {
    this.#pairs.clear();
    this.hasMarks = false;
  }

  // --- internal ---

  #compareOne(before, after) {
    const parts = [];
    const add = (name, one, other) => {
      if (one !== other) parts.push({ name, before: one, after: other });
    };
    const real = realNow();
    add('status', before.status, after.status);
    add('broken', before.broken, after.broken);
    add('interim', before.interim, after.interim);
    const [one, other] = [before, after].map(({ body }) => normalize(text(body), real));
    add('body', one, other);
    const isMarked = one === other && (MARK.test(one) || (one === '' && this.hasMarks));
    const [fields, others] = [before, after].map(({ headers }) => toFields(headers, real));
    for (const name of new Set([...fields.keys(), ...others.keys()])) {
      const [value, otherValue] = [fields.get(name), others.get(name)];
      if (
        name === 'etag' &&
        value !== undefined &&
        otherValue !== undefined &&
        this.#isPair(value, otherValue, isMarked)
      )
        continue;
      add(`header ${name}`, value, otherValue);
    }
    return parts;
  }

  /** Tags of which at least one part differs, for a body that has marks, or for one that had them when the tags were seen first. */
  #isPair(value, other, isMarked) {
    if (value === other) return true;
    if (isMarked) this.#pairs.set(value, other);
    return this.#pairs.get(value) === other;
  }
}

// --- internal ---

const MISSING = { status: 0, headers: [], body: Buffer.alloc(0), broken: 'no answer' };

/** Bytes that are no text are compared as they are. */
function text(body) {
  const decoded = body.toString();
  return decoded.includes('\u{fffd}') ? body.toString('latin1') : decoded;
}

/** Fields by their names, in small letters; several of a name in their order. */
function toFields(headers, real) {
  const fields = new Map();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const normal = TIMES.has(key) ? '<time>' : normalize(value, real);
    fields.set(key, fields.has(key) ? `${fields.get(key)}\n${normal}` : normal);
  }
  return fields;
}
