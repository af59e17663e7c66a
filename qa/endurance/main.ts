import type { Figure } from './report.ts';
import { RUNS } from './runs.ts';

// `pnpm qa endurance <name> [count]`: one of the long runs, or the names of all of them. Ends with 0, with 1 when something does not hold, and with 2
// when it is called wrongly.

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const [name = '', count] = process.argv.slice(2);
const run = RUNS.get(name);
if (run === undefined || (count !== undefined && !(Number(count) > 0))) {
  console.error(
    `pnpm qa endurance <name> [count]\n${[...RUNS].map(([one, { about }]) => `  ${one.padEnd(14)}${about}`).join('\n')}`,
  );
  process.exitCode = 2;
} else {
  console.log(`Node ${process.version}`);
  for (const { title, start } of run.parts(Number(count ?? run.count))) {
    const began = performance.now();
    console.log(`\n${title}`);
    const { figures, problems } = await start(tell);
    for (const figure of figures) tell(figure);
    for (const problem of problems.slice(0, 20)) console.log(`  - ${problem}`);
    const verdict = problems.length === 0 ? 'holds' : `${problems.length} things do not hold`;
    console.log(`  ${verdict} (${Math.round((performance.now() - began) / 1_000)} s)`);
    if (problems.length > 0) process.exitCode = 1;
  }
}

// --- internal ---

function tell([what, value]: Figure): void {
  console.log(`  ${what.padEnd(24)}${value}`);
}
