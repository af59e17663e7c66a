import { isAnswer, isRefusal, isRefusedByLayer, isWrite, problem, status } from './look.js';

/**
 * @typedef {object} Expected - something that differs on purpose
 * @property {string} reason - what has been changed since 1.1.0
 * @property {(part: import('./compare.js').Part, difference: import('./record.js').Difference) => boolean} covers - as narrow as it can be;
 *   a difference is expected when a row covers each of its parts
 */

/** Without policies, a write has the statements that it had. */
const hasPolicies = ({ place }) => /^(?:tracker|library)/.test(place);

/** @type {readonly Expected[]} */
export const EXPECTED = [
  {
    reason: 'ids are taken from linked records in bodies that are written, not in those of a QUERY',
    covers: (part, { request, before, after }) =>
      isAnswer(part) &&
      request.method === 'QUERY' &&
      status(before) === 400 &&
      status(after) === 400 &&
      problem(before).parameter === problem(after).parameter,
  },
  {
    reason: 'JSON is UTF-8: another character set is 415',
    covers: (part, { request, after }) =>
      isAnswer(part) &&
      status(after) === 415 &&
      /charset=utf-(?:16|32)/.test(JSON.stringify(request)) &&
      /unsupported charset/.test(problem(after).detail),
  },
  {
    reason: 'a DELETE that the database refuses says that other records refer to this one (refused-deletes)',
    covers: (part, { request, after }) =>
      isAnswer(part) &&
      (request.methods ?? [request.method]).includes('DELETE') &&
      status(after) === 409 &&
      problem(after).detail === 'Other records refer to this one.',
  },
  {
    reason: 'policies are checked for every written record as it is stored, before the commit (97cc18f2)',
    covers: ({ name }, difference) => name === 'statements' && hasPolicies(difference) && isWrite(difference),
  },
  {
    reason: 'a stored answer says who it is for, and what of it policies can hide (nothing-leaked)',
    covers: ({ name, before, after }) =>
      name === 'table idempotency_key' &&
      after.includes('Idempotent-Record') &&
      withoutReader(after) === withoutReader(before),
  },
  {
    reason:
      'a write has its layers in a constant order: hooks of links and of new related records run in it (97cc18f2)',
    covers: ({ name, before, after }, { place }) =>
      name === 'table audit' && place.startsWith('tracker') && withoutNumbers(before) === withoutNumbers(after),
  },
  {
    reason: 'a write has its layers in a constant order: of several faults another one is found first (97cc18f2)',
    covers: (part, difference) =>
      isAnswer(part) &&
      hasPolicies(difference) &&
      isWrite(difference) &&
      isRefusedByLayer(difference.before) &&
      isRefusedByLayer(difference.after) &&
      isRefusal(difference),
  },
  {
    reason: 'a write refuses parameters that it does not know, before anything else (nothing-leaked)',
    covers: (part, difference) =>
      (isAnswer(part) || part.name === 'statements' || part.name.startsWith('table ')) &&
      isWrite(difference) &&
      difference.request.path.includes('?') &&
      status(difference.after) === 400 &&
      /^The query parameter ".*" is not known here\.$/.test(problem(difference.after).detail),
  },
  {
    reason:
      'an empty text that is no value of its field is null in a PATCH, and a value where rules accept it (empty-text)',
    covers: (part, difference) =>
      (isAnswer(part) || part.name === 'statements' || part.name.startsWith('table ')) &&
      isWrite(difference) &&
      /:""[,}]/.test(String(difference.request.body)),
  },
  {
    reason: 'a replay is checked against what policies allow by now, and is private (nothing-leaked)',
    covers: ({ name }, { before, after }) =>
      ['header cache-control', 'statements'].includes(name) && isReplay(before) && isReplay(after),
  },
  {
    reason: 'one budget of 200 conditions replaces the limits of words, values and alternatives (condition-budget)',
    covers: (part, { before }) =>
      (isAnswer(part) || part.name === 'statements') &&
      /has more than (?:10 words|50 conditions|1,?000 values)/.test(problem(before).detail),
  },
  {
    reason: 'a parent that only a relation of a class or a policy declares is checked, too (97cc18f2)',
    covers: (part, { place, request, after }) =>
      place.startsWith('tracker') &&
      /^\/issue\/[^/]+\/audit/.test(request.path) &&
      (part.name === 'statements' || (isAnswer(part) && status(after) === 404)),
  },
  {
    reason: 'the policy of a link or a new related record refuses a write with its pointer (97cc18f2)',
    covers: (part, difference) => {
      const [{ pointer: _, ...before }, { pointer, ...after }] = [
        problem(difference.before),
        problem(difference.after),
      ];
      const isSame = pointer !== undefined && JSON.stringify(before) === JSON.stringify(after);
      return isAnswer(part) && hasPolicies(difference) && after.code === 'E_POLICY' && isSame;
    },
  },
];

// --- internal ---

const isReplay = (answers) => answers.some(({ headers }) => headers.some(([name]) => name === 'Idempotent-Replayed'));

/** Rows of `idempotency_key` as 1.1.0 writes them. */
const withoutReader = (rows) =>
  sorted(
    rows.replace(/,?[\\"]+Idempotent-Record[\\"]+:\{[\\"]+reader[^,]+,[\\"]+shown[\\"]+:(?:null|\{[^{}]*\})\}/g, ''),
  );
const withoutNumbers = (rows) => sorted(rows.replace(/^[["(]*\d+["']?,/gm, ''));
const sorted = (rows) => rows.split('\n').sort().join('\n');
