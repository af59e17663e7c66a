import type { Request } from 'express';
import type { Inspect } from './contracts/inspect.ts';
import type { Service } from './contracts/service.ts';
import { type HttpError, requestError } from './errors.ts';

/** Remembers what requests looked like when no rule matched: below another mount path than that of the last handler. */
export class Unmatched {
  readonly #service: Service;
  readonly #inspect: Inspect | undefined;
  readonly #seen = new WeakMap<Request, readonly [url: string, base: string]>();

  /** @param inspect - says why no rule matched */
  constructor(service: Service, inspect: Inspect | undefined) {
    this.#service = service;
    this.#inspect = inspect;
  }

  /** No rule matched this request. */
  add(req: Request): void {
    if (this.#inspect) this.#seen.set(req, [req.url, req.baseUrl ?? '']);
  }

  /** The 404 for a request that no handler answered. */
  errorOf(req: Request): HttpError {
    if (this.#inspect === undefined) return requestError('E_NOT_FOUND', 'There is nothing at this address.');
    const [url, base] = this.#seen.get(req) ?? [req.url, ''];
    const { explainRequest, nothingHere } = this.#inspect;
    return nothingHere(explainRequest(this.#service, req.method, url, base));
  }
}
