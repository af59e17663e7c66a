/** Filters by field: `{ title: { contains: 'x' }, author_id: 7, or: [{ id: 1 }, { id: 2 }] }`. */
export type Where = Readonly<Record<string, unknown>>;

/** Parameters by name. */
export type Parameters = Record<string, unknown>;

/**
 * Write filters as parameters: `{ id: { gte: 5 } }` → `{ 'id[gte]': 5 }`.
 *
 * @throws {TypeError} for an empty list, which as a parameter would be no filter at all
 */
export function writeWhere(where: Where = {}): Parameters {
  const parameters: Parameters = {};
  for (const [name, filter] of Object.entries(where)) {
    if (filter === undefined) continue;
    if (name === 'or') parameters.or = (filter as Where[]).map(writeWhere);
    else if (filter === null) parameters[`${name}[null]`] = true;
    else if (typeof filter !== 'object' || filter instanceof Date) parameters[name] = filter;
    else {
      for (const [operator, value] of Object.entries(filter)) {
        if (Array.isArray(value) && value.length === 0) throw new TypeError(`where.${name}.${operator} is empty.`);
        if (value !== undefined) parameters[`${name}[${operator}]`] = value;
      }
    }
  }
  return parameters;
}

/** Write parameters as the query of a URL, with `?`; empty without parameters. */
export function writeQuery(parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    const items = [value].flat().map(writeValue);
    if (!Array.isArray(value)) query.append(name, String(items));
    // With `[]`, a value may contain commas.
    else if (items.some((item) => item.includes(','))) for (const item of items) query.append(`${name}[]`, item);
    else query.append(name, items.join(','));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Fill the parameters of a path: `/issue/{id}` → `/issue/7`. */
export function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === null || value === '')
      throw new TypeError(`${path} needs a value for ${name}.`);
    const text = String(value);
    // In a URL, these two mean another path, however they are written.
    if (text === '.' || text === '..') throw new TypeError(`"${text}" cannot be in a path.`);
    return encodeURIComponent(text);
  });
}

// --- internal ---

function writeValue(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
