import type { Any } from './panel.ts';

const OPERATORS: ReadonlySet<string> = new Set([
  ...['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'null'],
  ...['contains', 'startsWith', 'endsWith'],
]);

/**
 * Read the filters of a form: a list of values is `in`, nested names are operators or relations, and an empty field is no filter.
 *
 * @example toWhere({ id: [1, 2], title: { contains: 'a' }, author: { name: 'Ann' } })
 *   // { id: { in: [1, 2] }, title: { contains: 'a' }, 'author.name': 'Ann' }
 */
export function toWhere(filter: Readonly<Record<string, Any>>, prefix = ''): Record<string, unknown> {
  const where: Record<string, Any> = {};
  for (const [name, value] of Object.entries(filter)) {
    const path = prefix + name;
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) continue;
    if (Array.isArray(value)) where[path] = { in: value };
    else if (value === null || typeof value !== 'object' || value instanceof Date) where[path] = value;
    else {
      const entries = Object.entries(value);
      const comparisons = entries.filter(([key, one]) => OPERATORS.has(key) && one !== undefined && one !== '');
      if (comparisons.length > 0) where[path] = Object.fromEntries(comparisons);
      const relations = entries.filter(([key]) => !OPERATORS.has(key));
      Object.assign(where, toWhere(Object.fromEntries(relations), `${path}.`));
    }
  }
  return where;
}
