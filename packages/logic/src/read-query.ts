/**
 * Read the query of a URL: flat, decoded once, a doubled name as a list.
 *
 * Express's `req.query` is not read: its form depends on the major and the settings of the application.
 *
 * @param url - path and query, `/post?page=2&tag=a&tag=b`
 * @returns null-prototype object, `{ page: '2', tag: ['a', 'b'] }`
 */
export function readQuery(url: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  // A fragment is no part of the query, as Express reads it.
  const [target = ''] = url.split('#', 1);
  const start = target.indexOf('?');
  if (start < 0) return query;
  for (const [name, value] of new URLSearchParams(target.slice(start))) {
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (typeof before === 'string') query[name] = [before, value];
    else before.push(value);
  }
  return query;
}
