/** Read uploads as multer leaves them: `req.files` by field name or as a list, or the one `req.file`. */
export function readFiles(req: object): Record<string, unknown> {
  const { files, file } = req as { files?: unknown; file?: { fieldname?: unknown } };
  if (typeof files === 'object' && files !== null && !Array.isArray(files)) return files as Record<string, unknown>;
  const list = Array.isArray(files) ? files : file === undefined ? [] : [file];
  const byName: Record<string, unknown> = Object.create(null);
  for (const item of list) byName[String((item as { fieldname?: unknown }).fieldname)] = item;
  return byName;
}
