import { ask } from './ask.js';
import { RIGHT, WRONG } from './bodies.js';
import { JSON_TYPE, notFound, openCollection, PROBLEM_TYPE, WORK } from './work.js';

/**
 * Ask a contestant for everything that is measured, and for what it must refuse, before it is measured.
 *
 * @param port - where it listens
 * @param name - of the resource
 * @returns `less`: what it does not do though the work asks for it; `more`: what it does though nobody asks; `lengths`: the bytes of each answer on
 *   the wire, `undefined` for one with another status than asked
 */
export async function check(port, name) {
  const less = [];
  const more = [];
  const lengths = {};
  for (const [key, work] of Object.entries(WORK)) {
    const answer = await ask(port, { ...work, path: `/${name}${work.path}` });
    lengths[key] = answer.status === work.status ? answer.length : undefined;
    compareHeaders(key, answer, less, more);
    if (key in BODIES && answer.body !== BODIES[key](name)) less.push(`${work.words}: other bytes`);
    if (key === 'get' || key === 'list') await checkConditional(port, `/${name}${work.path}`, answer, less);
  }
  await checkBodies(port, name, less);
  return { less: [...new Set(less)], more: [...new Set(more)], lengths };
}

// --- internal ---

/** The bytes of answers; those of 422 may differ, since each has its own words. */
const BODIES = {
  get: (name) => JSON.stringify(openCollection(name).find(WORK.get.path.slice(1))),
  list: (name) => JSON.stringify(openCollection(name).list()),
  post: (name) => JSON.stringify(openCollection(name).add(WORK.post.body)),
  404: (name) => JSON.stringify(notFound(`/${name}${WORK[404].path}`)),
};

const ALWAYS = ['content-type', 'content-length', 'date', 'connection', 'keep-alive'];
const HEADERS = { get: ['etag'], list: ['etag'], post: ['location'], 404: [], 422: [] };

function compareHeaders(key, { status, names, headers }, less, more) {
  const { words, status: expected } = WORK[key];
  if (status !== expected) return less.push(`${words}: ${status}`);
  const asked = [...ALWAYS, ...HEADERS[key]];
  for (const name of asked) if (!names.includes(name)) less.push(`${words}: no \`${name}\``);
  for (const name of names) if (!asked.includes(name)) more.push(`\`${name}\` with ${status}`);
  const type = expected < 400 ? JSON_TYPE : PROBLEM_TYPE;
  if (headers['content-type'] !== type) less.push(`${words}: \`${headers['content-type']}\``);
}

async function checkConditional(port, path, { headers: { etag } }, less) {
  if (etag === undefined) return;
  const { status } = await ask(port, { method: 'GET', path, headers: { 'If-None-Match': etag } });
  if (status !== 304) less.push(`no 304 for \`If-None-Match\``);
}

async function checkBodies(port, name, less) {
  const post = (body) => ask(port, { method: 'POST', path: `/${name}`, body });
  for (const [words, { body, record }] of Object.entries(RIGHT)) {
    const answer = await post(body);
    if (answer.status !== 201) less.push(`refuses ${words} (${answer.status})`);
    else if (!isSame(answer.body, openCollection(name).add(record))) less.push(`${words}: another record`);
  }
  for (const [words, { body, text, fields }] of Object.entries(WRONG)) {
    const answer = await post(text ?? body);
    const refused = fields === undefined ? answer.status >= 400 && answer.status <= 422 : answer.status === 422;
    if (answer.status < 300) less.push(`accepts ${words}`);
    else if (!refused) less.push(`${words}: ${answer.status}`);
    else if (fields !== undefined && !isSame(namedFields(answer.body), fields))
      less.push(`${words}: names other fields`);
  }
}

/** In order, each once; a wrong item of a list is one of its list. */
function namedFields(body) {
  const { errors } = JSON.parse(body);
  return JSON.stringify([...new Set(errors.map(({ pointer }) => pointer.replace(/\/\d+$/, '')))].sort());
}

/** The order of fields in a record counts only where all fields are sent: see BODIES. */
function isSame(text, value) {
  const sorted = (object) => (Array.isArray(object) ? object : Object.fromEntries(Object.entries(object).sort()));
  return JSON.stringify(sorted(JSON.parse(text))) === JSON.stringify(sorted(value));
}
