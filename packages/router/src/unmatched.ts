import type { Request } from 'express';
import type { Service } from './contracts/service.ts';
import { type HttpError, requestError } from './errors.ts';
import { getTools } from './tools.ts';

/** Remembers what requests looked like when no rule matched: below another mount path than that of the last handler. */
export class Unmatched {
  readonly #service: Service;
  readonly #seen = new WeakMap<Request, readonly [url: string, base: string]>();

  constructor(service: Service) {
    this.#service = service;
  }

  /** No rule matched this request. */
  add(req: Request): void {
    if (this.#service.options.teach) this.#seen.set(req, [req.url, req.baseUrl ?? '']);
  }

  /** The 404 for a request that no handler answered; outside production it says why no rule matched. */
  errorOf(req: Request): HttpError {
    if (!this.#service.options.teach) return requestError('E_NOT_FOUND', 'There is nothing at this address.');
    const [url, base] = this.#seen.get(req) ?? [req.url, ''];
    const { explainRequest, nothingHere } = getTools();
    return nothingHere(explainRequest(this.#service, req.method, url, base));
  }
}
