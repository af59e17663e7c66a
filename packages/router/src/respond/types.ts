import type { Readable } from 'node:stream';

/** What will be sent, complete: written out, so that nothing can fail any more between here and the client. */
export interface ReadyAnswer {
  readonly status: number;
  /** Fields that the action gave, and the media type of the body. */
  readonly headers: ReadonlyMap<string, string>;
  /** `undefined`: no body. */
  readonly body: Uint8Array | Readable | undefined;
}
