import { EXPECTED } from './differences.js';

/** Counts what was recorded, and sorts differences by what differs. */
export class Report {
  #statuses = new Map();
  #places = new Map();
  /** Of each kind of request: how many, and how many of them succeeded. */
  #tried = new Map();
  #expected = new Map();
  #kinds = new Map();
  #isStrict;
  requests = 0;

  /** @param {{ isStrict: boolean }} options - strict: no difference is expected */
  constructor({ isStrict }) {
    this.#isStrict = isStrict;
  }

  /** How many differences nothing explains. */
  get unexpected() {
    return [...this.#kinds.values()].reduce((sum, { count }) => sum + count, 0);
  }

  get kinds() {
    return this.#kinds;
  }

  /**
   * @param {string} place @param {import('./requests/meaningful.js').Sent} request
   * @param {readonly import('./answer-reader.js').Answer[]} answers
   */
  addAnswers(place, { kind }, answers) {
    this.requests += 1;
    const tried = this.#tried.get(kind) ?? { all: 0, well: 0 };
    const isWell = answers.every(({ status }) => status > 0 && status < 400);
    this.#tried.set(kind, { all: tried.all + 1, well: tried.well + (isWell ? 1 : 0) });
    count(this.#places, place);
    for (const { status } of answers) count(this.#statuses, status);
  }

  /** @param {import('./record.js').Difference} difference @returns {boolean} whether rows of the table explain all of its parts */
  addDifference(difference) {
    const rows = difference.parts.map((part) => EXPECTED.find((row) => row.covers(part, difference)));
    if (!this.#isStrict && rows.every((row) => row !== undefined)) {
      for (const row of new Set(rows)) count(this.#expected, row);
      return true;
    }
    const kind = kindOf(difference);
    const known = this.#kinds.get(kind);
    if (known) known.count += 1;
    else this.#kinds.set(kind, { count: 1, difference });
    return false;
  }

  print() {
    print('Requests by place', this.#places);
    const kinds = [...this.#tried].sort(([, one], [, other]) => other.all - one.all);
    print(
      'Requests by kind',
      new Map(kinds.map(([kind, { all, well }]) => [`${kind}, ${Math.round((100 * well) / all)} % succeed`, all])),
    );
    print('Answers by status', new Map([...this.#statuses].sort(([one], [other]) => one - other)));
    if (!this.#isStrict) {
      print('Expected differences', new Map([...this.#expected].map(([row, times]) => [row.reason, times])));
      for (const row of EXPECTED) if (!this.#expected.has(row)) console.log(`Matched nothing: ${row.reason}`);
    }
    for (const [kind, { count: times, difference }] of this.#kinds) printDifference(kind, times, difference);
    console.log(`\n${this.requests} requests, ${this.unexpected} unexpected differences of ${this.#kinds.size} kinds`);
  }
}

// --- internal ---

const MOST = 600;

function count(map, key) {
  map.set(key, (map.get(key) ?? 0) + 1);
}

function print(title, map) {
  console.log(`\n${title}`);
  for (const [key, times] of map) console.log(`${String(times).padStart(8)}  ${key}`);
}

/** What differs, without values that are of one request only. */
function kindOf({ request, parts, before, after }) {
  const codes = [before, after].map(([answer]) => codeOf(answer));
  const names = parts.map(({ name, before: one, after: other }) => {
    if (name === 'status') return `status ${one} → ${other}`;
    return name === 'body' ? `body ${codes.join(' → ')}` : name;
  });
  return `${request.method} ${[...new Set(names)].join(', ')}`;
}

function codeOf(answer) {
  return /"code":"(E_\w+)"/.exec(answer?.body.toString() ?? '')?.[1] ?? answer?.status ?? 'none';
}

function printDifference(kind, times, { place, number, request, sent, parts, before, after, statements }) {
  console.log(`\n── ${kind} (${times})\n${place}, request ${number}, "${request.kind}"`);
  console.log(cut(sent));
  for (const [side, answers] of [
    ['before', before],
    ['after', after],
  ])
    for (const answer of answers) console.log(`${side}: ${cut(show(answer))}`);
  for (const { name, before: one, after: other } of parts)
    if (!['body', 'status'].includes(name)) console.log(`  ${name}: ${cut(String(one))}\n    → ${cut(String(other))}`);
  if (parts.some(({ name }) => name === 'statements'))
    for (const [index, texts] of statements.entries())
      console.log(
        `  ${index === 0 ? 'before' : 'after'}:\n${texts.map((one) => `    ${one.slice(0, 150).replaceAll('\n', ' ')}`).join('\n')}`,
      );
}

function show({ status, headers, body, broken }) {
  return `${status}${broken ? ` (${broken})` : ''} ${headers.map((field) => field.join(': ')).join('; ')}\n${body}`;
}

function cut(text) {
  return text.length > MOST ? `${text.slice(0, MOST)}… (${text.length} characters)` : text;
}
