import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

/** A shell that stays open, as the terminal of a reader: variables, functions and the directory stay. */
export interface Shell {
  /** Run a command line. @returns what it printed, errors too, and its exit code */
  run(line: string): Promise<{ printed: string; code: number }>;
  close(): Promise<void>;
}

/**
 * Start bash.
 *
 * @param env - what it knows
 */
export function startShell(cwd: string, env: NodeJS.ProcessEnv): Shell {
  const child = spawn('bash', ['--noprofile', '--norc'], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  // On a terminal curl shows no progress.
  child.stdin.write('exec 2>&1\ncurl() { command curl -sS "$@"; }\n');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  const ended = once(child, 'close');
  return {
    run: async (line) => {
      printed = '';
      const mark = randomUUID();
      // Nothing reads what the test writes next.
      child.stdin.write(`{ ${line}\n} </dev/null\nprintf '\\n${mark} %d\\n' $?\n`);
      for (;;) {
        const [, code] = new RegExp(`\\n${mark} (\\d+)\\n`).exec(printed) ?? [];
        if (code !== undefined) return { printed: printed.slice(0, printed.indexOf(`\n${mark}`)), code: Number(code) };
        await Promise.race([
          once(child.stdout, 'data'),
          ended.then(() => Promise.reject(new Error(`${line}\n${printed}`))),
        ]);
      }
    },
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
