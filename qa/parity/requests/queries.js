import { filterValue } from './values.js';

const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'null', 'contains', 'startsWith', 'endsWith'];
const SPECIAL = new Set(['page', 'after', 'pageSize', 'sort', 'fields', 'include', 'q', 'deleted']);

/**
 * Parameters of a list, as pairs.
 *
 * @param {import('./random.js').Random} random @param {import('./document.js').Operation} operation
 * @param {import('./document.js').Document} document
 * @returns {[name: string, value: string][]}
 */
export function listParameters(random, { query }, document) {
  const pairs = [];
  const find = (name) => query.find((one) => one.name === name);
  const values = (name) => {
    const schema = document.resolve(find(name)?.schema);
    return document.resolve(schema.items).enum ?? schema.enum ?? [];
  };
  const add = (name, share, max) => {
    const list = values(name);
    if (list.length > 0 && random.chance(share)) pairs.push([name, random.some(list, max).join()]);
  };
  add('sort', 0.35, 3);
  add('fields', 0.25, 4);
  add('include', 0.4, 3);
  if (find('pageSize') && random.chance(0.35))
    pairs.push(['pageSize', String(random.pick([1, 2, 3, 5, 10, 100, 0, 101, 'x']))]);
  if (find('page') && random.chance(0.15)) pairs.push(['page', String(random.pick([1, 2, 3, 9, 0, -1]))]);
  if (find('q') && random.chance(0.2))
    pairs.push(['q', random.pick(['post', 'rivers ann', 'is slow', 'é', '%', 'a b c', '', 'Login'])]);
  if (find('deleted') && random.chance(0.12)) pairs.push(['deleted', random.pick(['true', 'false', 'yes'])]);
  const fields = query.filter(({ name }) => !SPECIAL.has(name));
  if (fields.length > 0 && random.chance(0.5))
    for (const field of random.some(fields, 3)) pairs.push(filter(random, field, document));
  return pairs;
}

/** Write pairs as a query string. @param {readonly (readonly [string, string])[]} pairs @returns {string} with `?`, or nothing */
export function toQuery(pairs) {
  if (pairs.length === 0) return '';
  const write = (name) => encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']');
  return `?${pairs.map(([name, value]) => `${write(name)}=${encodeURIComponent(value)}`).join('&')}`;
}

/**
 * Write pairs as the JSON body of a QUERY, at times with alternatives.
 *
 * @param {import('./random.js').Random} random @param {[string, string][]} pairs
 */
export function toQueryBody(random, pairs) {
  const body = Object.fromEntries(pairs.map(([name, value]) => [name, typed(random, name, value)]));
  const filters = Object.entries(body).filter(([name]) => !SPECIAL.has(name));
  if (filters.length === 0 || random.chance(0.5)) return body;
  for (const [name] of filters) delete body[name];
  const or = filters.map(([name, value]) => ({ [name]: value }));
  body.or = random.chance(0.3) ? [{ or }, { 'id[gt]': 2 }] : [...or, { id: 1 + random.below(5) }];
  return body;
}

// --- internal ---

function filter(random, { name, schema }, document) {
  const value = () => filterValue(random, schema, document);
  if (random.chance(0.4)) return [name, value()];
  const isText = document.resolve(document.resolve(schema).anyOf?.[0] ?? schema).type === 'string';
  // The text operators are refused by other fields.
  const operator = random.pick(isText || random.chance(0.1) ? OPERATORS : OPERATORS.slice(0, 9));
  if (operator === 'null') return [`${name}[null]`, random.pick(['true', 'false', 'x'])];
  if (operator === 'in' || operator === 'nin') return [`${name}[${operator}]`, [value(), value()].join()];
  return [`${name}[${operator}]`, value()];
}

function typed(random, name, value) {
  if (/^(?:sort|fields|include)$|\[n?in\]$/.test(name) && random.chance()) return value.split(',');
  if (/^-?\d{1,9}$/.test(value) && random.chance(0.7)) return Number(value);
  return value === 'true' && random.chance() ? true : value;
}
