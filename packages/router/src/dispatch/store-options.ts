import type { RequestOptions } from '@rest-gen/model/core';

/** What knows whether a request has ended. */
interface Ended {
  readonly signal: AbortSignal;
  readonly aborted: boolean;
}

/** Most statements end before a store looks at the signal: it is made when one does. */
export class StoreOptions implements RequestOptions {
  readonly #context: Ended;

  constructor(context: Ended) {
    this.#context = context;
  }

  get signal(): AbortSignal {
    return this.#context.signal;
  }

  get aborted(): boolean {
    return this.#context.aborted;
  }
}
