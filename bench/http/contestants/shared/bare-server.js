import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import { badRequest, JSON_TYPE, notFound, openCollection, PROBLEM_TYPE, refused, resourceNames } from '../../work.js';
import { bodySchema, createAjv, toErrors } from './ajv.js';

/** `node:http` and nothing else: a map of resources, Ajv, a limit of the body. */
export function createBareServer(count, { etag }) {
  const ajv = createAjv();
  const resources = new Map(
    resourceNames(count).map((name) => [
      name,
      { collection: openCollection(name), validate: ajv.compile(bodySchema()) },
    ]),
  );
  return createServer((req, res) => {
    const [, name, id] = req.url.split('?', 1)[0].split('/');
    const resource = resources.get(name);
    if (resource === undefined) return send(res, 404, notFound(req.url), PROBLEM_TYPE);
    if (req.method === 'GET') return answerGet(resource, id, req, res, etag);
    if (req.method === 'POST' && id === undefined) return answerPost(resource, req, res);
    res.writeHead(405, { Allow: 'GET, POST' }).end();
  });
}

// --- internal ---

const BODY_LIMIT = 102_400;

function answerGet({ collection }, id, req, res, etag) {
  const value = id === undefined ? collection.list() : collection.find(id);
  if (value === undefined) return send(res, 404, notFound(req.url), PROBLEM_TYPE);
  if (!etag) return send(res, 200, value, JSON_TYPE);
  const text = JSON.stringify(value);
  const tag = `"${hash('sha1', text, 'base64url')}"`;
  if (req.headers['if-none-match'] === tag) return res.writeHead(304, { ETag: tag }).end();
  res.writeHead(200, { 'Content-Type': JSON_TYPE, ETag: tag, 'Content-Length': Buffer.byteLength(text) }).end(text);
}

function answerPost({ collection, validate }, req, res) {
  const chunks = [];
  let length = 0;
  req.on('data', (chunk) => {
    length += chunk.byteLength;
    if (length <= BODY_LIMIT) chunks.push(chunk);
    else res.writeHead(413, { Connection: 'close' }).end();
  });
  req.on('end', () => {
    const body = parse(chunks);
    if (body === undefined) return send(res, 400, badRequest(req.url, 'The body is not valid JSON.'), PROBLEM_TYPE);
    if (!validate(body)) return send(res, 422, refused(req.url, toErrors(validate.errors)), PROBLEM_TYPE);
    const record = collection.add(body);
    send(res, 201, record, JSON_TYPE, `${req.url}/${record.id}`);
  });
}

function parse(chunks) {
  try {
    return JSON.parse((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)).toString());
  } catch {
    return undefined;
  }
}

function send(res, status, value, type, location) {
  const text = JSON.stringify(value);
  const headers = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) };
  if (location !== undefined) headers.Location = location;
  res.writeHead(status, headers).end(text);
}
