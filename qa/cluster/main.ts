import { Galera } from './galera.ts';
import { prove } from './prove.ts';

// `pnpm qa cluster`: start a Galera cluster, run the proof on it, stop it in any case. Ends with 0, with 1 when something does not hold, and with 2 when
// MariaDB or Galera is not installed.

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

try {
  const galera = await Galera.start();
  try {
    const problems = await prove(galera, interrupted.signal);
    for (const problem of problems.slice(0, 20)) console.log(`- ${problem}`);
    const isRight = problems.length === 0;
    console.log(isRight ? 'Every acknowledged write is there once.' : `${problems.length} things do not hold.`);
    process.exitCode = isRight ? 0 : 1;
  } finally {
    await galera.stop();
  }
} catch (error) {
  const { exitCode, message } = error as Error & { exitCode?: number };
  // The script has said what is wrong.
  console.error(exitCode === undefined ? error : message);
  process.exitCode = exitCode ?? 1;
}
