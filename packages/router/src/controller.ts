import type { Logic } from '@rest-gen/logic';
import { ownValue } from './core/controller.ts';
import { exchangeOf } from './core/slot.ts';
import { type DownloadOptions, sendFile } from './parts/files/send-file.ts';
import type { UploadMiddleware, UploadOptions } from './parts/files/types.ts';
import { receiveFiles, takeFiles } from './parts/files/uploads.ts';
import { scopeOf } from './parts/idempotency/idempotency-scope.ts';
import { RestController } from './resource/rest-controller.ts';

/**
 * The base of every controller: one method for each HTTP method (`getAction`, `postAction`, `putAction`, `patchAction`, `deleteAction`),
 * and what they read and answer with (seed, "Actions of a REST controller").
 *
 * One instance serves one request. In the constructor there is no request yet; begin in `__before`.
 *
 * @see docs/controllers.md
 */
export class Controller<L extends Logic = Logic> extends RestController<L> {
  /**
   * The owner of an `Idempotency-Key`: a stored answer is repeated only to requests of the same owner. Default: the user, by `id` or `sub`; else the header
   * `Authorization`.
   *
   * Override it when something else identifies clients, such as a session without a user.
   *
   * @throws {HttpError} 500 `E_INTERNAL` where the project has policies, and nothing says who the user is
   */
  idempotencyScope(): string | undefined | Promise<string | undefined> {
    return scopeOf(exchangeOf(this));
  }

  /**
   * Take an uploaded file that a middleware such as multer has put on the request; without a name, all of them.
   *
   * Files that {@link upload} has stored for an action of the base class stay only if they are taken here, or from `req`.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the upload middleware's.
  file(name?: string): any {
    const files = exchangeOf(this).input?.files;
    if (files !== undefined) takeFiles(this, name);
    return name === undefined ? files : ownValue(files, name);
  }

  /**
   * Read a multipart body with files, in `__before`, once the user is known to be allowed: `await this.upload(multer({ dest: 'uploads' }).single('file'))`.
   *
   * At the end of the request its files are removed, unless it is a success and they were taken with {@link file}, or the action is not that of the base class;
   * or something was stored after they were taken. Needs `static forms = true`; other bodies and the method QUERY are left alone.
   *
   * @throws {HttpError} 413 `E_BODY_TOO_LARGE`, 422 `E_VALIDATION`, 400 `E_BAD_BODY` for what multer refuses; 403 `E_POLICY` and 401 `E_UNAUTHORIZED`, before
   *   anything is read, for a POST, PUT or PATCH that the policy refuses to this user; 500 `E_INTERNAL` if the body has been read already
   */
  upload(middleware: UploadMiddleware, options: UploadOptions = {}): Promise<void> {
    return receiveFiles(this, middleware, options.remove);
  }

  /**
   * Answer a GET with a file, to be saved: with `ETag` and `Last-Modified`, ranges and conditional requests. Resolves when it is sent.
   *
   * @param path - of the file; with `options.root` a path in that directory, which may come from a client
   * @throws {HttpError} 404 `E_NOT_FOUND` for a file that does not exist, a directory, a name with a leading dot and a path that leaves `root`; 412
   *   `E_PRECONDITION_FAILED`; 416 `E_RANGE`
   */
  download(path: string, options: DownloadOptions = {}): Promise<undefined> {
    return sendFile(exchangeOf(this), path, options);
  }
}
