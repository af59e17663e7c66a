import { unlink } from 'node:fs/promises';
import { finished } from 'node:stream';
import { isThenable, type Session } from '@rest-gen/model/core';
import type { Exchange } from '../../core/contracts/exchange.ts';
import { collectFiles } from '../../core/dispatch/collect-files.ts';
import { mediaType } from '../../core/dispatch/read-body.ts';
import type { BodyRequest } from '../../core/dispatch/read-json.ts';
import { requestError } from '../../core/errors.ts';
import { reportFailure } from '../../core/respond/send-error.ts';
import { exchangeOf, Slot } from '../../core/slot.ts';
import { RESOURCE } from '../../resource/contracts/resource.ts';
import { checkOperations } from '../../resource/policy/apply-policy.ts';
import { refuseUpload } from './refuse-upload.ts';
import type { RemoveUpload, UploadMiddleware } from './types.ts';

/** The action of a controller takes the files of a field, or all of them. */
export function takeFiles(controller: object, name: string | undefined): void {
  UPLOADS.get(exchangeOf(controller))?.take(name);
}

/** The files that a request has stored; none until its controller calls `upload`. */
export const UPLOADS: Slot<Uploads> = new Slot<Uploads>('router/uploads');

/**
 * Run a middleware that reads a multipart body, for a controller. Other bodies, and actions that take none or no forms, are left to step 4, and so is QUERY,
 * which stores nothing.
 *
 * @throws {HttpError} what `refuseUpload` makes of the errors of the middleware; 500 `E_INTERNAL` if the body has been read before
 * @throws {TypeError} if the middleware, or what removes its files, is not a function
 */
export async function receiveFiles(
  controller: object,
  middleware: UploadMiddleware,
  remove: RemoveUpload = removePath,
): Promise<void> {
  for (const [name, value] of Object.entries({ middleware, remove }))
    if (typeof value !== 'function') throw new TypeError(`upload() takes a function as ${name}: ${EXAMPLE}`);
  const exchange = exchangeOf(controller);
  const { plan } = exchange;
  const req = exchange.req as BodyRequest;
  if (!plan.takesBody || !plan.forms || plan.method === 'QUERY') return;
  if (mediaType(req.headers['content-type']).type !== 'multipart/form-data') return;
  // Before a byte is stored.
  const resource = RESOURCE.get(exchange);
  if (resource) checkOperations(resource);
  if (req.readableEnded) throw requestError('E_INTERNAL', undefined, { hint: READ });
  const uploads = UPLOADS.get(exchange) ?? new Uploads(exchange, resource?.session);
  UPLOADS.set(exchange, uploads);
  await exchange.readBody(uploads.receive(middleware, remove));
  req._body = true;
}

/**
 * The files that a request has stored. They belong to the request until the action takes them, with `this.file` or from `req`; `end` is the only place that
 * decides which of them stay.
 */
export class Uploads {
  readonly #exchange: Exchange;
  /** The transactions of the request; `undefined` without models. */
  readonly #session: Session | undefined;
  #files: StoredFile[] = [];
  #isOver = false;
  #isReading = false;
  /** The action is the project's own, and may use the files in any way; until it says which ones it takes. */
  #keepsAll = false;

  constructor(exchange: Exchange, session: Session | undefined) {
    this.#exchange = exchange;
    this.#session = session;
  }

  /** Run the middleware, and own what it stores. */
  async receive(middleware: UploadMiddleware, remove: RemoveUpload): Promise<void> {
    const { action, isInherited } = this.#exchange.plan;
    this.#keepsAll = !(isInherited && WRITES.has(action));
    await this.#run(middleware, remove);
  }

  /** The action takes the files of a field, or all of them; in a transaction that rolls back, it has not. */
  take(name: string | undefined): void {
    const session = this.#session;
    const at = session?.stored ?? 0;
    this.#keepsAll = false;
    for (const file of this.#files) {
      if (name !== undefined && file.field !== name) continue;
      const take = async (): Promise<void> => {
        file.takenAt ??= at;
      };
      void (session ? session.whenCommitted(take) : take());
    }
  }

  /**
   * Remove the files that do not stay: those that an action of the base class has not taken; in a request that failed also those that it has taken,
   * unless something was stored since, which may name them. May be called again. Never rejects: what cannot be removed is reported.
   */
  async end(succeeded: boolean): Promise<void> {
    this.#isOver = true;
    if (this.#isReading) this.#stopReading();
    if (this.#files.length === 0) return;
    const session = this.#session;
    // A commit that was sent is not cancelled.
    if (!succeeded) await session?.settled();
    const stored = session?.stored ?? 0;
    const stays = ({ takenAt }: StoredFile): boolean =>
      takenAt === undefined ? succeeded && this.#keepsAll : succeeded || stored > takenAt;
    const left = this.#files.filter((file) => !stays(file));
    this.#files = this.#files.filter(stays);
    await this.#remove(left);
  }

  // --- internal ---

  async #remove(files: readonly StoredFile[]): Promise<void> {
    const { req, res, params } = this.#exchange;
    const removed = await Promise.allSettled(files.map(async ({ remove }) => remove()));
    for (const one of removed) {
      if (one.status === 'rejected') reportFailure('An upload could not be removed.', one.reason, req, res, params);
    }
  }

  /** The client may leave, or the time be up, before the middleware is done: what it has stored by then is removed. */
  #run(middleware: UploadMiddleware, remove: RemoveUpload): Promise<void> {
    const { req, res, signal } = this.#exchange;
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
        if (signal.aborted || this.#isOver) void this.end(false);
        if (error === undefined || error === null) resolve();
        else reject(refuseUpload(error));
      };
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) return reject(signal.reason);
      const done = middleware(req, res, end);
      if (isThenable(done)) done.then(undefined, end);
    });
  }

  /** Node does not tell readers of a body that the connection was closed after the answer, and multer would wait. The socket may still read the rest. */
  #stopReading(): void {
    const { req, res } = this.#exchange;
    finished(res, () => void req.emit('aborted'));
  }

  #add(req: object, remove: RemoveUpload): void {
    for (const [field, files] of Object.entries(collectFiles(req)))
      for (const file of [files].flat()) this.#files.push({ field, remove: () => remove(file), takenAt: undefined });
    for (const name of ['file', 'files'] as const) this.#watch(req as Partial<Record<'file' | 'files', unknown>>, name);
  }

  /** Code of the project that reads `req.file`, once the action runs, takes the files. */
  #watch(req: Partial<Record<'file' | 'files', unknown>>, name: 'file' | 'files'): void {
    let value = req[name];
    if (value === undefined) return;
    const get = (): unknown => {
      if (this.#exchange.input !== undefined) this.take(undefined);
      return value;
    };
    const set = (other: unknown): void => {
      value = other;
    };
    Object.defineProperty(req, name, { get, set, configurable: true, enumerable: true });
  }
}

// --- internal ---

/** Actions of a base class that write what the logic declares: a file that nobody takes would be lost. */
const WRITES: ReadonlySet<string> = new Set(['postAction', 'putAction', 'patchAction']);

interface StoredFile {
  readonly field: string;
  readonly remove: () => unknown;
  /** How many writes of the request were stored when the action took it; `undefined` until then. */
  takenAt: number | undefined;
}

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
