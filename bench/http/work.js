/** @typedef {{ id: number, title: string, body?: string, views: number, tags?: string[], author?: { name: string } }} Record */

/** Names of the resources: `item0` to `item<count - 1>`. */
export function resourceNames(count) {
  return Array.from({ length: count }, (_, index) => `item${index}`);
}

/**
 * The records of one resource, in memory: 20, with the ids 1 to 20. All contestants share it, and it costs next to nothing.
 *
 * `add` gives the values a new id and keeps nothing, so that the memory of a run and the bytes of its answers stay the same.
 *
 * @param name - of the resource
 * @returns `find(id)`, where the id is text, as a path has it: `undefined` without such a record; `list()`; `add(values)`
 */
export function openCollection(name) {
  const records = Array.from({ length: RECORDS }, (_, index) => makeRecord(name, index + 1));
  const byId = new Map(records.map((record) => [String(record.id), record]));
  return {
    find: (id) => byId.get(id),
    list: () => records,
    add: (values) => ({ id: RECORDS + 1, ...values }),
  };
}

/** The rules of the body of a POST, in words. */
export const RULES = [
  '`title`: required, text of 1 to 80 characters, without the blanks around it',
  '`body`: text',
  '`views`: whole number from 0 up, 0 when it is left out',
  '`tags`: list of text of at most 20 characters each',
  '`author`: object with `name`, required text',
  'other fields are refused',
];

/** What is measured: requests to the last of the resources, and the status that answers them. */
export const WORK = {
  get: { words: 'GET one', method: 'GET', path: '/7', status: 200 },
  list: { words: 'GET a list of 20', method: 'GET', path: '', status: 200 },
  post: { words: 'POST, validated', method: 'POST', path: '', body: validBody(), status: 201 },
  404: { words: 'GET what is not there: 404', method: 'GET', path: '/999', status: 404 },
  422: { words: 'POST of a wrong body: 422', method: 'POST', path: '', body: wrongBody(), status: 422 },
};

/** The problem document of a record that does not exist, to the byte. */
export function notFound(path) {
  return problem(404, 'Not Found', 'There is no such record.', path, 'E_NOT_FOUND');
}

/** The problem document of a body that is no JSON. */
export function badRequest(path, detail) {
  return problem(400, 'Bad Request', detail, path, 'E_BAD_JSON');
}

/**
 * The problem document of a body that breaks rules.
 *
 * @param errors - `pointer` to the field (RFC 6901) and `message`
 */
export function refused(path, errors) {
  const detail = errors.map(({ message }) => message).join('; ');
  const listed = errors.map(({ pointer, message }) => ({ in: 'body', pointer, message }));
  return { ...problem(422, 'Unprocessable Entity', detail, path, 'E_VALIDATION'), errors: listed };
}

/** The media types of the answers. */
export const JSON_TYPE = 'application/json; charset=utf-8';
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

// --- internal ---

const RECORDS = 20;

function makeRecord(name, id) {
  return {
    id,
    title: `Number ${id} of ${name}`,
    body: 'A text of the length that a short note has.',
    views: id * 3,
    tags: ['new', 'note'],
    author: { name: 'Ann' },
  };
}

function validBody() {
  return { title: 'Hello', body: 'World, this is a text', views: 3, tags: ['a', 'b'], author: { name: 'Ann' } };
}

function wrongBody() {
  return { ...validBody(), title: 'x'.repeat(81), views: -1 };
}

function problem(status, title, detail, instance, code) {
  return { type: 'about:blank', title, status, detail, instance, code };
}
