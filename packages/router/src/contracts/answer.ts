import type { Readable } from 'node:stream';
import type { Id } from '@rest-gen/model/core';

/** What an action wants to be answered; `status` by default follows the method. */
export interface Answer {
  readonly data: unknown;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The data is what GET shows of the record: its `ETag` is sent. */
  readonly tagged?: boolean;
  /** The keys of the records that the data shows, where it shows records of the controller's table. */
  readonly records?: readonly Id[];
}

/** What will be sent, complete: written out, so that nothing can fail any more between here and the client. */
export interface ReadyAnswer {
  readonly status: number;
  /** Fields that the action gave, and the media type of the body. Its length is added when it is sent. */
  readonly headers: Record<string, string>;
  /** Text is sent in UTF-8. `undefined`: no body. */
  readonly body: string | Uint8Array | Readable | undefined;
}
