/** Milliseconds after which the same line about the same thing is written again. */
const AGAIN = 600_000;

/** Writes lines about what is worth knowing, each once while it stays the same. */
export class Reporter {
  readonly #write: (line: string) => void;
  readonly #now: () => number;
  readonly #last = new Map<string, { readonly line: string; readonly at: number }>();

  constructor(write: (line: string) => void, now: () => number) {
    this.#write = write;
    this.#now = now;
  }

  say(line: string): void {
    this.#write(line);
  }

  /** @param about - what has failed */
  fail(about: string, error: unknown): void {
    const { message, hint } = Object(error) as { message?: string; hint?: string };
    const line = `error: ${[message ?? String(error), hint].filter(Boolean).join(' ')}`;
    const last = this.#last.get(about);
    const at = this.#now();
    if (last?.line === line && at - last.at < AGAIN) return;
    this.#last.set(about, { line, at });
    this.#write(line);
  }

  /** It works again. */
  pass(about: string): void {
    this.#last.delete(about);
  }
}
