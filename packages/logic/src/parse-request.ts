/**
 * Parse the query of a URL: flat, decoded once, a repeated name as a list.
 *
 * `req.query` of Express is not used: its form depends on the major and the settings of the application.
 *
 * @param url - path and query, `/post?page=2&tag=a&tag=b`
 * @returns null-prototype object, `{ page: '2', tag: ['a', 'b'] }`
 */
export function parseQuery(url: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  // A fragment is no part of the query, as in Express.
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

/**
 * Collect the uploads that multer has set: `req.files` as a list or by field name, or `req.file`.
 *
 * @returns null-prototype object by field name; where `req.files` is a list, each field has a list, also of one upload
 */
export function collectFiles({ files, file }: { files?: unknown; file?: unknown }): Record<string, unknown> {
  if (Array.isArray(files)) return groupByField(files);
  const byName: Record<string, unknown> = Object.create(null);
  if (typeof files === 'object' && files !== null) return Object.assign(byName, files);
  if (file !== undefined) byName[fieldOf(file)] = file;
  return byName;
}

// --- internal ---

function groupByField(uploads: readonly unknown[]): Record<string, unknown[]> {
  const lists: Record<string, unknown[]> = Object.create(null);
  for (const upload of uploads) {
    const field = fieldOf(upload);
    lists[field] ??= [];
    lists[field].push(upload);
  }
  return lists;
}

function fieldOf(upload: unknown): string {
  return String((upload as { fieldname?: unknown }).fieldname);
}
