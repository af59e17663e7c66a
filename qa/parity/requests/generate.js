import { hostile } from './hostile.js';
import { meaningful, userOf } from './meaningful.js';
import { fillPath } from './paths.js';
import { Random } from './random.js';
import { rawRequest } from './raw.js';

/** How many of ten requests mean something. */
const MEANINGFUL = 0.76;
const RAW = 0.03;
/** How often a request is sent twice: a repeated write, a replay of an Idempotency-Key. */
const AGAIN = 0.05;

/**
 * Requests to an application, without end.
 *
 * @param {number} seed @param {import('./document.js').Document} document @param {import('../applications.js').Application} application
 * @returns {Generator<import('./meaningful.js').Sent>}
 */
export function* generate(seed, document, { users, prefix = '' }) {
  const random = new Random(seed);
  for (;;) {
    const request = one(random, document, users);
    if (prefix !== '' && request.raw === undefined && request.path.startsWith('/') && random.chance(0.06))
      request.path = prefix + request.path;
    if (needsTag(request) && random.chance(0.8))
      yield {
        kind: 'read first',
        method: 'GET',
        path: request.path.split('?')[0],
        headers: request.headers.filter(isUser),
      };
    yield request;
    if (random.chance(AGAIN)) yield { ...request, kind: `${request.kind} again` };
    if (request.kind === 'upload' && random.chance(0.6)) yield download(random, request);
    // What was written is read as all users see it.
    if (/^(?:post|put|patch|upload|form)$/.test(request.kind) && random.chance(0.15))
      yield { kind: 'read back', method: 'GET', path: '{{location}}', headers: userOf(random, users) };
  }
}

// --- internal ---

/** The file of a record that may have been added a moment ago. */
function download(random, { headers }) {
  const range = random.chance(0.4) ? [['Range', 'bytes=2-5']] : [];
  return {
    kind: 'download',
    method: 'GET',
    path: `/attachment/${1 + random.below(2)}/file`,
    headers: [...headers.filter(isUser), ...range],
  };
}

/** A condition means something once the client has seen the record. */
const needsTag = ({ headers, raw }) => raw === undefined && headers.some(([, value]) => value.includes('{{etag}}'));
const isUser = ([name]) => name === 'Authorization';

function one(random, document, users) {
  const kind = random.next();
  if (kind < MEANINGFUL) return meaningful(random, document, users);
  if (kind < MEANINGFUL + RAW) return rawRequest(random, fillPath(random, random.pick(document.operations)));
  return hostile(random, document, users);
}
