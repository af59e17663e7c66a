// Code that sends an operation: with curl, with fetch, and with the client that `rest-gen client` writes.

import { writeCall } from './client-sample.js';
import { inCode, isFile } from './code.js';
import { isFilter, readParameters } from './pick-operation.js';

/** Show the samples of an operation, with what was filled in. */
export function renderSamples(system, document, { path, method }) {
  const { createElement } = system.React;
  const item = document.paths[path];
  const operation = item?.[method] ?? item?.[`x-${method}`];
  if (operation === undefined) return null;
  return createElement(
    'details',
    { className: 'samples' },
    createElement('summary', null, 'Code samples'),
    writeSamples(readRequest(system, document, { path, method, operation })).map(([title, code]) => [
      createElement('h4', { key: title }, title),
      createElement('pre', { key: `${title} code`, tabIndex: 0 }, code),
    ]),
  );
}

/**
 * Write the samples of a request.
 *
 * @param {{ method: string, url: string, headers: Record<string, string>, body?: unknown, form?: Record<string, unknown> }} request
 * @returns {[title: string, code: string][]}
 */
export const writeSamples = (request) => {
  const call = writeCall(request);
  return [
    ['curl', writeCurl(request)],
    ['fetch', writeFetch(request)],
    ...(call === undefined ? [] : [['@rest-gen/client', call]]),
  ];
};

// --- internal ---

/** What would be sent: values that were filled in, and examples of those that are required. */
function readRequest({ fn, specSelectors, oas3Selectors }, document, { path, method, operation }) {
  const parameters = readParameters(document, path, operation);
  const filled = specSelectors.parameterValues([path, method]).toJS();
  const values = {};
  for (const one of parameters) {
    const key = `${one.in}.${one.name}`;
    const value = filled[key];
    if (value !== undefined && value !== null && value !== '') values[key] = value;
    else if (one.required) values[key] = exampleOf(one);
  }
  // A service refuses to change all records at once.
  const filters = parameters.filter(isFilter);
  const isBulk = filters.length > 0 && (method === 'patch' || method === 'delete');
  if (isBulk && !filters.some(({ name }) => `query.${name}` in values)) {
    values[`query.${filters[0].name}`] = exampleOf(filters[0]);
  }
  const server = oas3Selectors.selectedServer();
  const { url, headers } = fn.buildRequest({
    spec: specSelectors.specJsonWithResolvedSubtrees().toJS(),
    operationId: operation.operationId,
    parameters: values,
    server,
    serverVariables: oas3Selectors.serverVariables({ server }).toJS(),
    contextUrl: specSelectors.url(),
  });
  const { accept, ...sent } = headers;
  const body = readBody(
    operation,
    oas3Selectors.requestContentType(path, method),
    oas3Selectors.requestBodyValue(path, method),
  );
  const isForm = body?.type.startsWith('multipart/');
  return {
    method: method.toUpperCase(),
    path,
    operation,
    parameters,
    values,
    url: new URL(url, location.href).href,
    headers: { ...credentials(document, operation), ...sent, ...(body && !isForm && { 'Content-Type': body.type }) },
    ...(body && { [isForm ? 'form' : 'body']: body.value }),
  };
}

const exampleOf = ({ example, schema }) => example ?? schema?.example ?? schema?.default ?? 1;

/** The body that was filled in, or its example. */
function readBody({ requestBody }, chosen, filled) {
  const content = requestBody?.content ?? {};
  const type = chosen ?? Object.keys(content)[0];
  const media = content[type];
  if (media === undefined) return undefined;
  if (type.startsWith('multipart/')) return { type, value: readForm(media, filled?.toJS?.() ?? {}) };
  if (typeof filled === 'string' && filled.trim() !== '') return { type, value: parse(filled) };
  return { type, value: media.example ?? {} };
}

function readForm({ schema = {}, example = {} }, filled) {
  const form = {};
  for (const [name, one] of Object.entries(schema.properties ?? {})) {
    const { value } = filled[name] ?? {};
    const isEmpty = value === undefined || value === '' || value === null;
    if (one.format === 'binary') form[name] = isEmpty ? { file: 'hello.txt' } : value;
    else if (!isEmpty) form[name] = value;
    else if (schema.required?.includes(name)) form[name] = example[name] ?? '';
  }
  return form;
}

/** Text that is no JSON is sent as it is. */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The header field of the first scheme, with a place for the secret. */
function credentials({ security, components }, operation) {
  const needed = (operation.security ?? security ?? []).find((one) => Object.keys(one).length > 0);
  const scheme = components?.securitySchemes?.[Object.keys(needed ?? {})[0]];
  if (scheme?.type === 'apiKey') return scheme.in === 'header' ? { [scheme.name]: 'TOKEN' } : {};
  if (scheme?.type === 'http' && scheme.scheme === 'basic') return { Authorization: 'Basic TOKEN' };
  return scheme === undefined ? {} : { Authorization: 'Bearer TOKEN' };
}

const inShell = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const asText = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

function writeCurl({ method, url, headers, body, form }) {
  const lines = [`curl ${inShell(url)}`];
  if (method !== 'GET') lines.push(`-X ${method}`);
  for (const [name, value] of Object.entries(headers)) lines.push(`-H ${inShell(`${name}: ${value}`)}`);
  if (body !== undefined) lines.push(`-d ${inShell(asText(body))}`);
  for (const [name, value] of Object.entries(form ?? {})) {
    lines.push(`-F ${inShell(`${name}=${isFile(value) ? `@${value.name ?? value.file}` : asText(value)}`)}`);
  }
  return lines.join(' \\\n  ');
}

const indent = (code) => code.replaceAll('\n', '\n  ');

function writeFetch({ method, url, headers, body, form }) {
  const lines = [];
  if (method !== 'GET') lines.push(`method: "${method}",`);
  if (Object.keys(headers).length > 0) lines.push(`headers: ${indent(inCode(headers))},`);
  if (body !== undefined) lines.push(`body: JSON.stringify(${indent(inCode(body))}),`);
  if (form !== undefined) lines.push('body: form,');
  const options = lines.length === 0 ? '' : `, {\n  ${lines.join('\n  ')}\n}`;
  const fields = Object.entries(form ?? {}).map(
    ([name, value]) => `form.append(${JSON.stringify(name)}, ${inCode(isFile(value) ? value : asText(value))});\n`,
  );
  const before = form === undefined ? '' : `const form = new FormData();\n${fields.join('')}`;
  const read = method === 'DELETE' ? '' : '\nconst data = await response.json();';
  return `${before}const response = await fetch(${JSON.stringify(url)}${options});${read}`;
}
