import type { Readable } from 'node:stream';
import type { Id } from '@rest-gen/model/core';

/** The result of an action; `status` by default follows the method. */
export interface Answer {
  readonly data: unknown;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The data is the representation that GET returns: its `ETag` is sent. */
  readonly tagged?: boolean;
  /** The keys of the records in the data, where they belong to the controller's table. */
  readonly records?: readonly Id[];
}

/** A complete answer: nothing can fail between this and the client. */
export interface ReadyAnswer {
  readonly status: number;
  /** Fields of the action, and the media type of the body. The length is added on sending. */
  readonly headers: Record<string, string>;
  /** Strings are sent in UTF-8. `undefined`: no body. */
  readonly body: string | Uint8Array | Readable | undefined;
}
