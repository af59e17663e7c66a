import type { Argv } from 'yargs';
import { CliError, EXIT } from '../errors.ts';
import { inspectProject } from '../inspect/inspect-project.ts';
import { openProject } from '../project/project.ts';
import type { Outcome } from '../report.ts';
import { oneLine, wrap } from '../text.ts';
import { type Arguments, type Context, examples, ROOT } from './command.ts';

/** `rest-gen work`: run the worker of the project until it is stopped. */
export function builder(yargs: Argv): Argv {
  return yargs
    .options({
      once: { type: 'boolean', describe: 'Do what is due, and end: for a timer' },
      job: { type: 'string', describe: 'Run one job of src/job now, and end', conflicts: 'once' },
      root: ROOT,
    })
    .epilogue(
      examples([
        ['$0 work', 'Send webhooks and run jobs until SIGTERM or Ctrl-C'],
        ['$0 work --job remind', 'Run src/job/remind.ts now'],
      ]),
    );
}

export async function run(args: Arguments, { io, cwd, root }: Context): Promise<Outcome> {
  if (args.json) throw new CliError('E_USAGE', 'A worker prints lines.', 'Leave --json out.');
  const project = openProject(cwd);
  const input = { once: args.once === true, job: args.job === undefined ? undefined : String(args.job) };
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  for (const signal of SIGNALS) process.on(signal, stop);
  const lines = new Lines((line) => io.stdout.write(`${wrap(oneLine(line), WIDTH).join('\n  ')}\n`));
  try {
    const worker = { stop: stopping.signal, write: (text: string) => lines.take(text) };
    const options = { io, root, timeout: Number.POSITIVE_INFINITY, worker };
    const { notes } = await inspectProject(project, 'work', input, options);
    return { exitCode: EXIT.done, text: '', json: {}, notes };
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

// --- internal ---

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Of a terminal of 80 columns, behind the indent of following lines. */
const WIDTH = 78;

/** Makes lines of pieces of text. */
class Lines {
  readonly #write: (line: string) => void;
  #rest = '';

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#write(line);
  }
}
