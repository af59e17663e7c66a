import type { Request } from 'express';
import type { HttpError } from '../../errors.ts';
import { explainRequest, type Service } from './explain-request.ts';
import { nothingHere } from './teach-error.ts';

/** Remembers what requests looked like when no rule took them: below another mount path than that of the last handler. */
export class Missed {
  readonly #service: Service;
  readonly #teach: boolean;
  readonly #seen = new WeakMap<Request, readonly [url: string, base: string]>();

  /** @param teach - errors tell of the rules; else nothing is remembered */
  constructor(service: Service, teach: boolean) {
    this.#service = service;
    this.#teach = teach;
  }

  /** No rule took this request. */
  add(req: Request): void {
    if (this.#teach) this.#seen.set(req, [req.url, req.baseUrl ?? '']);
  }

  /** The 404 for a request that nobody took. */
  errorOf(req: Request): HttpError {
    if (!this.#teach) return nothingHere(undefined);
    const [url, base] = this.#seen.get(req) ?? [req.url, ''];
    return nothingHere(explainRequest(this.#service, req.method, url, base));
  }
}
