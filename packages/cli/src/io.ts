/** The part of `process.stdout` and `process.stderr` that is used. */
export interface Output {
  write(text: string): unknown;
  /** Only terminals get colors. */
  readonly isTTY?: boolean | undefined;
  /** Width of the terminal, in characters. */
  readonly columns?: number | undefined;
}

/** What a command line uses of its process, as arguments so that tests need no process. */
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
