// The call of the client that `rest-gen client` writes.

import { inCode } from './code.js';

const VERBS = {
  GET: ['list', 'get'],
  POST: ['create'],
  PUT: ['replace'],
  PATCH: ['updateMany', 'update'],
  DELETE: ['deleteMany', 'delete'],
};

/** Write the call; `undefined` where the client has none. */
export function writeCall({ method, path, operation: { operationId, tags = [] }, values, body, form }) {
  const name = pascalCase(tags[0] ?? '');
  const verb =
    VERBS[method]?.find((one) => operationId.startsWith(one + name)) ??
    operationId.slice(0, operationId.indexOf(name, 1));
  if (name === '' || method === 'QUERY' || verb === '') return undefined;
  const inPath = Object.entries(values)
    .filter(([key]) => key.startsWith('path.'))
    .map(([key, value]) => [key.slice('path.'.length), toId(value)]);
  const parents = inPath.filter(([one]) => one !== 'id');
  const of = parents.length === 0 ? '' : `.of(${inCode(Object.fromEntries(parents))})`;
  const resource = `api.${name[0].toLowerCase()}${name.slice(1)}${of}`;
  if (verb === 'list') return `for await (const record of ${resource}.list()) {\n  console.log(record);\n}`;
  if (verb === 'deleteMany') return `await ${resource}.deleteWhere({ id: { in: [1, 2] } }, { max: 2 });`;
  if (verb === 'updateMany')
    return `await ${resource}.updateWhere({ id: { in: [1, 2] } }, ${inCode(body)}, { max: 2 });`;
  const sent = form ?? body;
  const input = [
    ...(path.includes('{id}') ? [inCode(toId(values['path.id'] ?? 1))] : []),
    ...(sent === undefined ? [] : [inCode(sent)]),
  ];
  return `${verb === 'delete' ? '' : 'const record = '}await ${resource}.${verb}(${input.join(', ')});`;
}

// --- internal ---

/** `v1/blog-post` → `V1BlogPost` */
const pascalCase = (name) =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((part) => part[0].toUpperCase() + part.slice(1))
    .join('');

const toId = (value) => (/^\d{1,15}$/.test(value) ? Number(value) : value);
