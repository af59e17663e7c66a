// Replaces types by spaces, so that line numbers and coverage stay exact, and caches the result: a process whose files are all cached does not load the compiler, which takes a second.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Names its version, too. */
const COMPILER = createRequire(import.meta.url).resolve('ts-blank-space');
const FOLDER = fileURLToPath(new URL('../node_modules/.cache/strip-types/', import.meta.url));

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!/\.m?ts$/.test(url)) return nextLoad(url, context);
  const { source } = await nextLoad(url, { ...context, format: 'module' });
  const stripped = await stripTypes(String(source));
  return { format: 'module', shortCircuit: true, source: `${stripped}\n//# sourceURL=${url}` };
}

/** @param {string} source @returns {Promise<string>} */
async function stripTypes(source) {
  const file = `${FOLDER}${createHash('sha256').update(COMPILER).update(source).digest('hex')}.js`;
  const cached = await readFile(file, 'utf8').catch(() => undefined);
  if (cached !== undefined) return cached;
  const { default: blankSpace } = await import('ts-blank-space');
  const stripped = blankSpace(source);
  // Renamed when it is complete: other processes may read at the same time.
  const temporary = `${file}.${process.pid}`;
  await mkdir(FOLDER, { recursive: true });
  await writeFile(temporary, stripped);
  await rename(temporary, file);
  return stripped;
}
