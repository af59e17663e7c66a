// Fuzzing that follows coverage: `pnpm fuzz [target] [seconds]`; `SEED=<n>` begins with the same mutations, `pnpm fuzz <target> <file>` repeats one input.
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { bundle } from './src/bundle.js';
import { fuzz } from './src/fuzz.js';

const targets = readdirSync(new URL('targets/', import.meta.url)).map((file) => file.replace(/\.ts$/, ''));
const [target = 'all', limit = '60'] = process.argv.slice(2);
const chosen = target === 'all' ? targets : [target];
if (!chosen.every((name) => targets.includes(name))) {
  console.error(`There is no target ${target}; there are ${targets.join(', ')}, and all.`);
  process.exit(2);
}

let findings = 0;
for (const name of chosen) {
  const file = await bundle(name);
  if (/^\d+$/.test(limit)) {
    findings += await fuzz(name, file, Number(limit), Number(process.env.SEED ?? Date.now() % 2 ** 31));
  } else {
    const { fuzz: once } = await import(file);
    await once(readFileSync(limit));
    console.log('nothing is wrong with this input');
  }
}
process.exit(findings > 0 ? 1 : 0);
