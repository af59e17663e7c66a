import type { Mail } from './types.ts';

/** Sends mails apart from the request: how long it takes tells nothing, and a mail server that is down stops no request. */
export class Mails {
  /** Sends one at once. */
  readonly deliver: (mail: Mail) => void | Promise<void>;
  readonly #running = new Set<Promise<void>>();

  constructor(deliver: (mail: Mail) => void | Promise<void>) {
    this.deliver = deliver;
  }

  /** Send a mail when the request goes on. Call it after the commit. */
  send(mail: Mail): void {
    this.run(mail.kind, () => this.deliver(mail));
  }

  /** Do what ends in a mail, when the request goes on. */
  run(kind: Mail['kind'], work: () => void | Promise<void>): void {
    const running = new Promise<void>((resolve) => setImmediate(resolve))
      .then(work)
      // Not the address: a log is read by many.
      .catch((error: unknown) => {
        // Who asks for the tenth mail in a row gets none; this is not an error of the service.
        if ((error as { code?: unknown })?.code !== 'E_ATTEMPTS')
          console.error('No mail (%s) was sent: %o', kind, error);
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolve when all are sent. */
  async close(): Promise<void> {
    await Promise.all(this.#running);
  }
}
