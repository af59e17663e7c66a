/**
 * Read the uploads that multer has set: `req.files` as a list or by field name, or `req.file`.
 *
 * @returns null-prototype object by field name; where `req.files` is a list, each field has a list, also of one upload
 */
export function readFiles({ files, file }: { files?: unknown; file?: unknown }): Record<string, unknown> {
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
