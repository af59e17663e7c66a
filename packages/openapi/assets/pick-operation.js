// One operation of a document, as a document: the viewer resolves and renders nothing else.

/** Methods that change nothing. Their examples are filled in: one click shows an answer. */
const SAFE = new Set(['get', 'query', 'head', 'options']);

/** `x-query` is the method QUERY in OpenAPI 3.1. */
const toMethod = (member) => member.replace(/^x-/, '');
const isMethod = (member) => /^(?:get|put|post|delete|options|head|patch|trace|(?:x-)?query)$/.test(member);

/**
 * List the operations of a document.
 *
 * @returns {{ path: string, member: string, method: string, operation: object }[]}
 */
export const listOperations = (document) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([member]) => isMethod(member))
      .map(([member, operation]) => ({ path, member, method: toMethod(member), operation })),
  );

/** The parameters of an operation, those of its path included, without references. */
export const readParameters = (document, path, operation) =>
  [...(document.paths[path].parameters ?? []), ...(operation.parameters ?? [])].map((one) =>
    one.$ref === undefined ? one : readPointer(document, one.$ref),
  );

/**
 * Write a document with one operation and the components that it refers to. Without an operation, the document has
 * what belongs to all of them.
 *
 * @param {ReturnType<typeof listOperations>[number]} [picked]
 */
export function pickOperation(document, picked) {
  const { info, servers, security, externalDocs, components } = document;
  // The viewer knows QUERY from 3.2 on.
  const shared = { openapi: '3.2.0', info, servers, security, externalDocs };
  const { securitySchemes } = components ?? {};
  if (picked === undefined) return asJson({ ...shared, paths: {}, components: { securitySchemes } });
  const { path, method, operation } = picked;
  const { servers: ownServers } = document.paths[path];
  const [tag = 'default'] = operation.tags ?? [];
  const prepared = {
    ...operation,
    tags: [tag],
    parameters: sortParameters(readParameters(document, path, operation)).map((one) => withoutDanger(one, method)),
    ...(operation.requestBody !== undefined && {
      requestBody: withoutDummy(readReference(document, operation.requestBody), method),
    }),
  };
  return asJson({
    ...shared,
    tags: (document.tags ?? []).filter(({ name }) => name === tag),
    paths: { [path]: { servers: ownServers, [method]: prepared } },
    components: { ...pickComponents(document, prepared), securitySchemes },
  });
}

// --- internal ---

/** The resolver of the viewer fails at a member without a value. */
const asJson = (value) => JSON.parse(JSON.stringify(value));

const readPointer = (document, pointer) =>
  pointer
    .split('/')
    .slice(1)
    .reduce((value, name) => value?.[decodeName(name)], document);

const decodeName = (name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');

const readReference = (document, value) => (value.$ref === undefined ? value : readPointer(document, value.$ref));

/** The parameters of every list come first. */
const FIRST = ['page', 'after', 'pageSize', 'sort', 'fields', 'include', 'q'];
const PLACES = ['path', 'query', 'header', 'cookie'];

/** Filters come last, those of each relation together: `x-filters` is its name, and the first has `x-filters-count`. */
function sortParameters(parameters) {
  const place = ({ in: where, name }) => {
    const first = FIRST.indexOf(name);
    return PLACES.indexOf(where) * FIRST.length + (first === -1 ? FIRST.length - 1 : first);
  };
  const others = parameters.filter((one) => !isFilter(one)).sort((a, b) => place(a) - place(b));
  const filters = parameters
    .filter(isFilter)
    .map((one) => ({ ...one, 'x-filters': nameGroup(one.name) }))
    .sort((a, b) => a['x-filters'].localeCompare(b['x-filters'], 'en'));
  for (const [index, one] of filters.entries()) {
    const { 'x-filters': group } = one;
    if (filters[index - 1]?.['x-filters'] === group) continue;
    one['x-filters-count'] = filters.filter((other) => other['x-filters'] === group).length;
  }
  return [...others, ...filters];
}

/** `views`, which takes operators, and `sort[eq]` of a column that is called like a parameter of lists. */
export const isFilter = ({ in: where, name, style }) =>
  where === 'query' && (style === 'deepObject' || name.endsWith(']'));

/** `comments.author.name` → `comments.author` */
const nameGroup = (name) => name.replace(/\[.*$/, '').split('.').slice(0, -1).join('.');

/** Examples are filled in: optional parameters start empty, and so does the id of what would be changed. */
function withoutDanger({ example, examples, ...parameter }, method) {
  const keeps = parameter.required === true && (SAFE.has(method) || parameter.in === 'header');
  const { schema } = parameter;
  if (keeps) return { ...parameter, example, ...(examples !== undefined && { examples }) };
  return schema === undefined ? parameter : { ...parameter, schema: withoutExamples(schema) };
}

const withoutExamples = ({ example, examples, default: _, ...schema }) => schema;

/** A partial change begins with no field: an example would overwrite all of them. */
function withoutDummy(body, method) {
  if (method !== 'patch') return body;
  const entries = Object.entries(body.content ?? {}).map(([type, { examples, ...media }]) => [
    type,
    type.endsWith('json') ? { ...media, example: {} } : media,
  ]);
  return { ...body, content: Object.fromEntries(entries) };
}

/** The components that a value refers to, directly or not. */
function pickComponents(document, root) {
  const picked = {};
  const visit = (value) => {
    if (typeof value === 'string' && value.startsWith('#/components/')) add(value);
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) visit(one);
  };
  const add = (pointer) => {
    const [, , kind, name] = pointer.split('/').map(decodeName);
    picked[kind] ??= {};
    if (Object.hasOwn(picked[kind], name)) return;
    const component = document.components[kind]?.[name];
    if (component === undefined) return;
    picked[kind][name] = component;
    visit(component);
  };
  visit(root);
  return picked;
}
