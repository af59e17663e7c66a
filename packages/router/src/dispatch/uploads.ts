import { unlink } from 'node:fs/promises';
import { finished } from 'node:stream';
import { isThenable } from '@rest-gen/model/core';
import type { ActionPlan } from '../contracts/plan.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import type { RemoveUpload, UploadMiddleware } from '../contracts/upload.ts';
import { readFiles } from '../controller/read-files.ts';
import { requestError } from '../errors.ts';
import { isHttp2 } from '../is-http2.ts';
import { reportFailure } from '../respond/send-error.ts';
import { checkCreate } from './apply-policy.ts';
import { mediaType } from './read-body.ts';
import type { BodyRequest } from './read-json.ts';
import { refuseUpload } from './refuse-upload.ts';

/** The files that a request has stored, until it is certain that they stay. */
export class Uploads {
  readonly #context: RequestContext;
  #stored: (() => unknown)[] = [];
  #failed = false;
  #isReading = false;

  constructor(context: RequestContext) {
    this.#context = context;
  }

  /**
   * Run a middleware that reads a multipart body. Other bodies, and actions that take none or no forms, are left to step 4.
   *
   * @throws {HttpError} what `refuseUpload` makes of the errors of the middleware; 500 `E_INTERNAL` if the body has been read before
   * @throws {PolicyError} if the user may not create records of the table
   * @throws {TypeError} if the middleware, or what removes its files, is not a function
   */
  async take(plan: ActionPlan, middleware: UploadMiddleware, remove: RemoveUpload = removePath): Promise<void> {
    for (const [name, value] of Object.entries({ middleware, remove }))
      if (typeof value !== 'function') throw new TypeError(`upload() takes a function as ${name}: ${EXAMPLE}`);
    const req = this.#context.req as BodyRequest;
    if (!plan.takesBody || !plan.forms || mediaType(req.headers['content-type']).type !== 'multipart/form-data') return;
    // Before a byte is stored.
    checkCreate(plan, this.#context);
    if (req.readableEnded) throw requestError('E_INTERNAL', undefined, { hint: READ });
    await this.#run(middleware, remove);
    req._body = true;
  }

  /** Remove the files of a request that failed. Never rejects: what cannot be removed is reported. */
  async remove(): Promise<void> {
    this.#failed = true;
    if (this.#isReading) this.#stopReading();
    const stored = this.#stored;
    this.#stored = [];
    const { req, res, params } = this.#context;
    const removed = await Promise.allSettled(stored.map(async (remove) => remove()));
    for (const one of removed) {
      if (one.status === 'rejected') reportFailure('An upload could not be removed.', one.reason, req, res, params);
    }
  }

  // --- internal ---

  /** The client may leave, or the time be up, before the middleware is done: what it has stored by then is removed. */
  #run(middleware: UploadMiddleware, remove: RemoveUpload): Promise<void> {
    const { req, res, signal } = this.#context;
    this.#isReading = true;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason);
        this.#stopReading();
      };
      const end = (error?: unknown) => {
        this.#isReading = false;
        signal.removeEventListener('abort', leave);
        // Multer has removed the files of a request that it refuses.
        if (!Array.isArray(Object(error).storageErrors)) this.#add(req, remove);
        if (signal.aborted || this.#failed) void this.remove();
        if (error === undefined || error === null) resolve();
        else reject(refuseUpload(error));
      };
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) return reject(signal.reason);
      const done = middleware(req, res, end);
      if (isThenable(done)) done.then(undefined, end);
    });
  }

  /** Node does not tell readers of a body that the connection was closed after the answer, and multer would wait. */
  #stopReading(): void {
    const { req, res } = this.#context;
    if (!isHttp2(req)) finished(res, () => req.destroy());
  }

  #add(req: object, remove: RemoveUpload): void {
    const files = Object.values(readFiles(req)).flat();
    this.#stored.push(...files.map((file) => () => remove(file)));
  }
}

// --- internal ---

const EXAMPLE = "multer({ dest: 'data/uploads' }).single('file').";
const READ = 'The body has been read: call upload() once, and remove other middleware that reads bodies.';

async function removePath(file: unknown): Promise<void> {
  const { path } = Object(file);
  if (typeof path !== 'string') return;
  await unlink(path).catch((error: NodeJS.ErrnoException) => {
    // The action has moved or removed it.
    if (error.code !== 'ENOENT') throw error;
  });
}
