/** A middleware of Express that reads a body with files, such as `multer({ dest: 'uploads' }).single('file')`. */
// biome-ignore lint/suspicious/noExplicitAny: the types of Express 4 and 5 differ.
export type UploadMiddleware = (req: any, res: any, next: (error?: any) => void) => unknown;

/** Removes a stored file: one of `req.files`, or `req.file`. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is the middleware's.
export type RemoveUpload = (file: any) => unknown;

/** Options of `upload` of a controller. */
export interface UploadOptions {
  /** Removes a file that does not stay. Default: deletes the file at its `path`; files without one are left alone. */
  remove?: RemoveUpload;
}
