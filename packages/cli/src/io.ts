/**
 * The part of `process.stdout` and `process.stderr` that is used.
 *
 * @see docs/cli.md
 */
export interface Output {
  write(text: string): unknown;
  /** Only terminals get colors. */
  readonly isTTY?: boolean | undefined;
  /** Width of the terminal, in characters. */
  readonly columns?: number | undefined;
}

/**
 * The parts of the process that a command line uses. They are arguments, so that tests need no process.
 *
 * @see docs/cli.md
 */
export interface Io {
  /** Absolute path of the working directory. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Results. */
  readonly stdout: Output;
  /** Notes and errors. */
  readonly stderr: Output;
  /** The time of a new migration; by default the current time. */
  readonly now?: () => Date;
}
