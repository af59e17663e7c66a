/** What rows of the table of differences ask about. */

/** @typedef {import('./record.js').Difference} Difference */

const FIELDS = ['type', 'length', 'language'].map((name) => `content-${name}`);
const OTHER_FIELDS = [
  'www-authenticate',
  'cache-control',
  'link',
  'etag',
  'location',
  'vary',
  'preference-applied',
  'x-total-count',
];
const OF_ANSWERS = new Set(['status', 'body', ...[...FIELDS, ...OTHER_FIELDS].map((name) => `header ${name}`)]);

/** Whether a part belongs to an answer with another status, or with other words. @param {import('./compare.js').Part} part */
export const isAnswer = ({ name }) => OF_ANSWERS.has(name);

/** Whether a request may write: the actions of `/model` do, whatever the method. @param {Difference} difference */
export const isWrite = ({ request: { method, path, methods = [method] } }) =>
  /^(?:\/wrapped)?\/model\//.test(path) || methods.some((one) => /^(?:POST|PUT|PATCH|DELETE)$/.test(one));

/** @param {Difference['before']} answers @returns {number} that of the last one */
export const status = (answers) => answers.at(-1)?.status ?? 0;

/** @param {Difference['before']} answers @returns {any} the problem document of the last one, or nothing */
export function problem(answers) {
  try {
    const found = JSON.parse(String(answers.at(-1)?.body));
    return found !== null && typeof found === 'object' ? found : {};
  } catch {
    return {};
  }
}

/** Whether both versions refuse the request. @param {Difference} difference */
export const isRefusal = ({ before, after }) => status(before) >= 400 && status(after) >= 400;

/** What the layers of a write refuse: a policy, references, a parent, and the hooks of the library. */
const LAYERS = [
  /^(?:A policy does not allow this|Authentication is needed|There is no such record)/,
  /^"\w+" (?:must not be null|has \d+ characters at most)$/,
  /^There is no record that "\w+" could refer to$/,
  /^(?:The record refers to one that does not exist, or is referred to|Not this title|Fixed stays)\.$/,
];

/** @param {Difference['before']} answers */
export const isRefusedByLayer = (answers) => LAYERS.some((layer) => layer.test(String(problem(answers).detail)));
