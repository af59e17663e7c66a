import type { Connections } from './connections.ts';
import { reasonOf, type ServerCode } from './errors.ts';
import { beginStop } from './stopping.ts';

/** What is closed when everything has been answered: a router, models, or a function. */
export type Closable = { close(): unknown } | (() => unknown);

/** What a stop consists of; times are milliseconds. */
export interface Steps {
  readonly timeout: number;
  readonly delay: number;
  readonly close: readonly Closable[];
  readonly sayGoodbye: (() => unknown) | undefined;
}

/** Run the steps of a stop, at most until its deadline. @returns whether all of them ended well */
export async function runStop(watched: readonly Connections[], steps: Steps): Promise<boolean> {
  const { timeout, delay, sayGoodbye } = steps;
  const end = beginStop();
  const running = new Set<string>();

  /** Failures end with 1, but nothing stays open for them. */
  async function run(name: string, step: () => unknown): Promise<boolean> {
    running.add(name);
    try {
      await step();
      return true;
    } catch (error) {
      tell('E_STOP_CLOSE', `${name} failed: ${reasonOf(error)}`);
      return false;
    } finally {
      running.delete(name);
    }
  }

  async function drain(): Promise<void> {
    for (const connections of watched) connections.announce();
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    // What has arrived is taken up first: one turn accepts connections, the next one reads requests. Closing them would lose these.
    for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await Promise.all(watched.map((connections) => connections.drain()));
  }

  async function runAll(): Promise<boolean> {
    const first = [run('the last answer', drain)];
    if (sayGoodbye) first.push(run('onSignal', sayGoodbye));
    const results = await Promise.all(first);
    for (const [at, one] of steps.close.entries()) {
      // A router is a function too, and has a close().
      results.push(await run(`close[${at}]`, () => ('close' in one ? one.close() : one())));
    }
    return !results.includes(false);
  }

  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    if (timeout > 0) timer = setTimeout(resolve, timeout, 'late');
  });
  const result = await Promise.race([runAll(), late]);
  clearTimeout(timer);
  if (result === 'late') {
    const open = watched.reduce((sum, connections) => sum + connections.destroy(), 0);
    const left = `${[...running].join(' and ')} (open connections: ${open})`;
    tell('E_STOP_TIMEOUT', `after ${timeout} ms the stop still waited for ${left}`);
  }
  end();
  return result === true;
}

// --- internal ---

/** Of the loop. */
const TURNS = 2;

function tell(code: ServerCode, text: string): void {
  process.stderr.write(`${code}: ${text}\n`);
}
