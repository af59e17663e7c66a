/** A place for text: what `process.stdout` and `process.stderr` are. */
export interface Output {
  write(text: string): unknown;
  /** Colour is written to terminals only. */
  readonly isTTY?: boolean | undefined;
  /** Width of the terminal, in characters. */
  readonly columns?: number | undefined;
}

/** The world of one run, handed in so that tests need no process. */
export interface Io {
  /** Absolute path of the working directory. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Results. */
  readonly stdout: Output;
  /** Messages: notes, errors and their way out. */
  readonly stderr: Output;
  /** The time that names a migration; the clock by default. */
  readonly now?: () => Date;
}
