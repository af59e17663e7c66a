/**
 * Read the uploads of a request as multer leaves them: `req.files` as a list or by field name, or the one `req.file`.
 *
 * @returns an object by field name that inherits nothing; where `req.files` is a list, each field has a list, also of one upload
 */
export function collectFiles(req: object): Record<string, unknown> {
  const { files, file } = req as { files?: unknown; file?: unknown };
  if (files === undefined && file === undefined) return NO_FILES;
  if (Array.isArray(files)) return groupByField(files);
  const byName: Record<string, unknown> = Object.create(null);
  if (typeof files === 'object' && files !== null) return Object.assign(byName, files);
  if (file !== undefined) byName[fieldOf(file)] = file;
  return byName;
}

// --- internal ---

const NO_FILES: Record<string, unknown> = Object.freeze(Object.create(null));

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
