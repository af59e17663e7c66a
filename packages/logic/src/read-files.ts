/**
 * Read the uploads of a request as multer leaves them: `req.files` by field name or as a list, or the one `req.file`.
 *
 * @returns null-prototype object; of a list, the last upload of each field
 */
export function readFiles({ files, file }: { files?: unknown; file?: unknown }): Record<string, unknown> {
  const byName: Record<string, unknown> = Object.create(null);
  if (typeof files === 'object' && files !== null && !Array.isArray(files)) return Object.assign(byName, files);
  const list: readonly unknown[] = Array.isArray(files) ? files : file === undefined ? [] : [file];
  for (const upload of list) byName[String((upload as { fieldname?: unknown }).fieldname)] = upload;
  return byName;
}
