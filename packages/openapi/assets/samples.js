// Code that sends an operation: with curl, with fetch, and with the client that `rest-gen client` writes.

/**
 * @param {{ method: string, path: string, document: object, server: string }} sent
 * @returns {[title: string, code: string][]}
 */
window.writeSamples = ({ method, path, document, server }) => {
  const operation = document.paths[path][method];
  const parameters = [...(document.paths[path].parameters ?? []), ...(operation.parameters ?? [])].map((one) =>
    one.$ref ? document.components.parameters[one.$ref.split('/').pop()] : one,
  );
  const values = new Map(parameters.filter(({ required }) => required).map((one) => [one.name, exampleOf(one)]));
  const url =
    server.replace(/\/$/, '') + path.replace(/\{([^{}]+)\}/g, (_, name) => encodeURIComponent(values.get(name) ?? 1));
  const content = operation.requestBody?.content ?? {};
  const type = Object.keys(content)[0];
  const body = type && (content[type].example ?? {});
  const headers = {
    ...credentials(document, operation),
    ...Object.fromEntries(
      parameters.filter((one) => one.in === 'header' && one.required).map((one) => [one.name, exampleOf(one)]),
    ),
    ...(type && { 'Content-Type': type }),
  };
  const sent = { method: method.toUpperCase(), url, headers, body: type?.endsWith('json') ? body : undefined };
  const call = writeCall(method, path, operation, values, body);
  return [
    ['curl', writeCurl(sent)],
    ['fetch', writeFetch(sent)],
    ...(call === undefined ? [] : [['@rest-gen/client', call]]),
  ];
};

const exampleOf = ({ example, schema }) => String(example ?? schema?.example ?? schema?.default ?? 1);

/** The header field of the first scheme, with a place for the secret. */
function credentials({ security, components }, operation) {
  const [name] = Object.keys((operation.security ?? security ?? [])[0] ?? {});
  const scheme = components?.securitySchemes?.[name];
  if (scheme?.type === 'apiKey') return scheme.in === 'header' ? { [scheme.name]: 'TOKEN' } : {};
  if (scheme?.type === 'http' && scheme.scheme === 'basic') return { Authorization: 'Basic TOKEN' };
  return scheme === undefined ? {} : { Authorization: 'Bearer TOKEN' };
}

const inShell = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function writeCurl({ method, url, headers, body }) {
  const lines = [`curl ${inShell(url)}`];
  if (method !== 'GET') lines.push(`-X ${method}`);
  for (const [name, value] of Object.entries(headers)) lines.push(`-H ${inShell(`${name}: ${value}`)}`);
  if (body !== undefined) lines.push(`-d ${inShell(JSON.stringify(body))}`);
  return lines.join(' \\\n  ');
}

/** A value as JavaScript; members that need no quotes have none. */
const inCode = (value) => JSON.stringify(value, null, 2).replace(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:');
const indent = (code) => code.replaceAll('\n', '\n  ');

function writeFetch({ method, url, headers, body }) {
  const lines = [];
  if (method !== 'GET') lines.push(`method: "${method}",`);
  if (Object.keys(headers).length > 0) lines.push(`headers: ${indent(inCode(headers))},`);
  if (body !== undefined) lines.push(`body: JSON.stringify(${indent(inCode(body))}),`);
  const options = lines.length === 0 ? '' : `, {\n  ${lines.join('\n  ')}\n}`;
  const read = method === 'DELETE' ? '' : '\nconst data = await response.json();';
  return `const response = await fetch(${JSON.stringify(url)}${options});${read}`;
}

const VERBS = {
  get: ['list', 'get'],
  post: ['create'],
  put: ['replace'],
  patch: ['updateMany', 'update'],
  delete: ['deleteMany', 'delete'],
};

/** `v1/blog-post` → `V1BlogPost` */
const pascalCase = (name) =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((part) => part[0].toUpperCase() + part.slice(1))
    .join('');

/** The call of the client; `undefined` where it has none. */
function writeCall(method, path, { operationId, tags = [] }, values, body) {
  const name = pascalCase(tags[0] ?? '');
  const verb =
    VERBS[method]?.find((one) => operationId.startsWith(one + name)) ??
    operationId.slice(0, operationId.indexOf(name, 1));
  if (name === '' || method === 'query' || verb === '') return undefined;
  const parents = [...values].filter(([one]) => one !== 'id' && path.includes(`{${one}}`));
  const of =
    parents.length === 0 ? '' : `.of(${inCode(Object.fromEntries(parents.map(([one, value]) => [one, toId(value)])))})`;
  const resource = `api.${name[0].toLowerCase()}${name.slice(1)}${of}`;
  if (verb === 'list') return `for await (const record of ${resource}.list()) {\n  console.log(record);\n}`;
  if (verb === 'deleteMany') return `await ${resource}.deleteWhere({ id: { in: [1, 2] } }, { max: 2 });`;
  if (verb === 'updateMany')
    return `await ${resource}.updateWhere({ id: { in: [1, 2] } }, ${inCode(body)}, { max: 2 });`;
  const input = [
    ...(path.includes('{id}') ? [inCode(toId(values.get('id') ?? '1'))] : []),
    ...(body === undefined ? [] : [inCode(body)]),
  ];
  return `${verb === 'delete' ? '' : 'const record = '}await ${resource}.${verb}(${input.join(', ')});`;
}

const toId = (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text);
