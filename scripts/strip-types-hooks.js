// Blanks out types, which keeps line numbers and coverage exact, and keeps the result: a process that has nothing to convert starts without the compiler, a second sooner.
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
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return kept;
  const { default: blankSpace } = await import('ts-blank-space');
  const stripped = blankSpace(source);
  // Others may read at the same time: the name stands for a whole file.
  const own = `${file}.${process.pid}`;
  await mkdir(FOLDER, { recursive: true });
  await writeFile(own, stripped);
  await rename(own, file);
  return stripped;
}
