// What `import '@rest-gen/router'` costs in production, next to `import 'express'`: node bench/start/imports.js [runs], after a build.

import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const RUNS = Number(process.argv[2] ?? 20);
const MAX_RATIO = 1.3;
/** Milliseconds of processor time and of the clock, and how many modules are loaded. */
const PROGRAM = `
const name = process.argv[1];
const [cpu, clock] = [process.cpuUsage(), performance.now()];
await import(name);
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ cpu: (user + system) / 1000, clock: performance.now() - clock }));
`;
const NAMES = ['express', '@rest-gen/router', '@rest-gen/logic'];
const cwd = dirname(fileURLToPath(new URL('../../packages/openapi/package.json', import.meta.url)));
const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...environment } = process.env;

const samples = Object.fromEntries(NAMES.map((name) => [name, []]));
// One after the other in each round, so that other work on the machine meets all of them.
for (let round = 0; round < RUNS; round++) for (const name of NAMES) samples[name].push(measure(name));
for (const name of NAMES) {
  const [cpu, clock] = ['cpu', 'clock'].map((key) => median(samples[name].map((one) => one[key])));
  console.log(`${name.padEnd(18)} ${cpu.toFixed(1).padStart(7)} ms processor ${clock.toFixed(1).padStart(7)} ms`);
}
const ratio = median(samples['@rest-gen/router'].map(({ cpu }, round) => cpu / samples.express[round].cpu));
console.log(`${ratio <= MAX_RATIO ? 'met   ' : 'MISSED'} router / express: ${ratio.toFixed(2)} (at most ${MAX_RATIO})`);
if (ratio > MAX_RATIO) process.exitCode = 1;

// --- internal ---

function measure(name) {
  const args = ['--input-type=module', '-e', PROGRAM, name];
  return JSON.parse(
    execFileSync(process.execPath, args, { cwd, encoding: 'utf8', env: { ...environment, NODE_ENV: 'production' } }),
  );
}

function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1];
}
