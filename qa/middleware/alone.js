// Runs one package in a process of its own: `node alone.js <entry> <major>`.
import process from 'node:process';
import { ENTRIES, nameOf } from './entries.js';

const [, , name, major] = process.argv;
const entry = ENTRIES.find((one) => nameOf(one) === name);
await entry.prepare?.(major);
const { runEntry } = await import('./run-entry.js');
await runEntry(entry, major);
process.stdout.write('done\n', () => process.exit(0));
