import type { Environment } from '@rest-gen/logic';
import type { Request } from 'express';
import { openModel } from '../controller/open-model.ts';
import type { RequestContext } from '../controller/types.ts';
import type { Model } from '../model/model.ts';

/** What functions of a logic and asynchronous rules get of a request; nothing is made before it is asked for. */
export class RequestEnvironment implements Environment {
  readonly #context: RequestContext;

  constructor(context: RequestContext) {
    this.#context = context;
  }

  get req(): Request {
    return this.#context.req;
  }

  get signal(): AbortSignal {
    return this.#context.signal;
  }

  /** A getter, so that it can be taken out: `({ environment: { model } }) => model('user')`. */
  get model(): (name: string) => Model {
    return (name) => openModel(this.#context.model, name, { signal: this.signal });
  }
}
