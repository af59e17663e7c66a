import { BEGIN } from './applications.js';
import { Comparison } from './compare.js';
import { generate } from './requests/generate.js';
import { emptyMemory, remember, writeRequest } from './write-request.js';

/**
 * @typedef {object} Difference
 * @property {string} place - `blog, sqlite, Express 5`
 * @property {number} number - of the request in its place
 * @property {import('./requests/meaningful.js').Sent} request
 * @property {string} sent - its bytes, as the version before got them
 * @property {readonly import('./compare.js').Part[]} parts
 * @property {readonly import('./answer-reader.js').Answer[]} before
 * @property {readonly import('./answer-reader.js').Answer[]} after
 * @property {readonly [before: readonly string[], after: readonly string[]]} statements
 */

/** Requests after which both databases are filled again: they stay small, and identifiers stay those that requests name. */
const EPISODE = 120;
/** Requests after which the tables are compared even if none seems to have written. */
const CHECKED = 30;
/** Milliseconds of the clock between two requests: longer than a minute for every 40th, so that what expires does. */
const STEP = 1_700;

/**
 * Send the same requests to two sides, and find what differs.
 *
 * @param {object} task
 * @param {readonly [before: import('./side.js').Side, after: import('./side.js').Side]} task.sides
 * @param {import('./requests/document.js').Document} task.document @param {import('./applications.js').Application} task.application
 * @param {number} task.seed @param {number} task.count @param {string} task.place
 * @param {(difference: Difference) => boolean} task.onDifference - gives whether it is expected
 * @param {(request: object, answers: readonly object[]) => void} task.onAnswer
 * @param {(number: number, answered: object) => void} [task.lie] - changes what one side gave, to prove that it is noticed
 */
export async function record({ sides, document, application, seed, count, place, onDifference, onAnswer, lie }) {
  const comparison = new Comparison();
  const requests = generate(seed, document, application);
  let time = BEGIN;
  const known = new Set();
  const begin = () => {
    known.clear();
    return reset(sides, comparison, place);
  };
  await begin();
  for (let number = 0; number < count; number += 1) {
    if (number > 0 && number % EPISODE === 0) await begin();
    const { value: request } = requests.next();
    time += number % 40 === 39 ? 70_000 : STEP;
    const mustRead = number % CHECKED === CHECKED - 1;
    const results = await Promise.all(sides.map((side) => send(side, request, mustRead, time)));
    lie?.(number, results[1]);
    const [before, after] = results;
    const parts = comparison.compare(before.answers, after.answers);
    const statements = [before.statements, after.statements];
    if (before.statements.length !== after.statements.length)
      parts.push({ name: 'statements', before: before.statements.length, after: after.statements.length });
    const tables = await compareRows(sides, results, known, parts);
    comparison.hasMarks ||= results.some(({ hasMarks }) => hasMarks);
    for (const [index, { answers }] of results.entries())
      if (answers.some(({ body }) => body.includes('E_START_FAILED')))
        throw new Error(`${place} did not start:\n${sides[index].printed}`);
    onAnswer(request, after.answers);
    if (parts.length === 0) continue;
    const sent = before.sent.toString();
    const isExpected = onDifference({
      place,
      number,
      request,
      sent,
      parts,
      before: before.answers,
      after: after.answers,
      statements,
    });
    // Both sides begin again, so that one difference is not found with every later request, unless no answer shows it.
    const isShown = tables.some((name) => name !== UNSEEN);
    if ((!isExpected && tables.length > 0) || isShown || hasLostNumbers(statements)) await begin();
    else for (const name of tables) known.add(name);
  }
}

// --- internal ---

/** The table that no request reads: a difference in it, once it is expected, is none of later answers. */
const UNSEEN = 'idempotency_key';

async function send(side, request, mustRead, next) {
  const { bytes, methods, path } = writeRequest(request, side.memory);
  const answers = await side.wire.exchange(bytes, methods);
  for (const answer of answers) remember(side.memory, path, answer);
  return { answers, sent: bytes, ...(await side.ask('settle', { mustRead, next })) };
}

/**
 * Compare the tables of both sides, but for those whose difference is expected and known.
 *
 * @param {Set<string>} known
 * @returns {Promise<string[]>} the names of those that differ
 */
async function compareRows(sides, [before, after], known, parts) {
  const read = before.digest ?? after.digest;
  if (read === undefined) return [];
  if (before.digest === undefined || after.digest === undefined) {
    const [one, other] = await Promise.all(sides.map((side) => side.ask('digest')));
    Object.assign(before, one);
    Object.assign(after, other);
  }
  const names = Object.keys(read).filter((name) => before.digest[name] !== after.digest[name] && !known.has(name));
  if (names.length === 0) return names;
  const [rows, others] = await Promise.all(sides.map((side) => side.ask('rows')));
  for (const name of names) {
    const only = (list = [], other = []) => list.filter((row) => !other.includes(row)).join('\n');
    parts.push({
      name: `table ${name}`,
      before: only(rows[name], others[name]),
      after: only(others[name], rows[name]),
    });
  }
  return names;
}

/** A server does not use the number of a record again whose insert was rolled back: one side that inserts more numbers others differently. */
function hasLostNumbers(statements) {
  const [inserts, others] = statements.map((texts) => texts.filter((text) => /^insert/i.test(text)).length);
  return inserts !== others && statements.some((texts) => texts.some((text) => /^rollback/i.test(text)));
}

async function reset(sides, comparison, place) {
  const [one, other] = await Promise.all(sides.map((side) => side.ask('reset')));
  if (JSON.stringify(one) !== JSON.stringify(other)) throw new Error(`${place}: the seed gives other rows`);
  for (const side of sides) side.memory = emptyMemory();
  comparison.forget();
}
