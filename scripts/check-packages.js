// Checks every package as users get it: what is in the tarball, that a second build makes the same bytes, publint, and whether its types
// resolve as its code does.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { packAll, ROOT, readManifest, withDirectory } from './pack.js';
import { packAgain } from './pack-again.js';
import { run } from './run.js';
import { judgeContent } from './tarball-content.js';
import { judgeText } from './tarball-text.js';

const UNLIKE =
  'a second build makes other bytes: it depends on the place, on the time, or on what an earlier build left (delete the dist folders)';

const problems = await withDirectory(async (directory) => {
  const found = [];
  const tarballs = packAll(directory);
  const different = packAgain(tarballs, directory);
  for (const tarball of tarballs) {
    const problemsHere = [
      ...judgeContent(tarball),
      ...checkTexts(tarball),
      ...(different.has(tarball.name) ? [UNLIKE] : []),
      ...(await checkManifest(tarball)),
      ...checkTypes(tarball),
    ];
    console.log(`${problemsHere.length === 0 ? 'ok ' : 'BAD'} ${tarball.name}: ${tarball.content.length} files`);
    for (const problem of problemsHere) console.log(`    ${problem.replaceAll('\n', '\n    ')}`);
    found.push(...problemsHere);
  }
  return found;
});
if (problems.length > 0) process.exitCode = 1;

// --- internal ---

/** @param {import('./pack.js').Tarball} tarball */
function checkTexts({ file, content }) {
  const unpacked = `${file}-unpacked`;
  mkdirSync(unpacked);
  // A relative name, because `C:` means a host to tar.
  run('tar', ['-xzf', join('..', basename(file))], { cwd: unpacked });
  return content.flatMap((path) => judgeText(path, readFileSync(join(unpacked, 'package', path), 'utf8'), ROOT));
}

/** @param {import('./pack.js').Tarball} tarball */
async function checkManifest({ file }) {
  const { buffer, byteOffset, byteLength } = readFileSync(file);
  const { messages, pkg } = await publint({
    strict: true,
    pack: { tarball: buffer.slice(byteOffset, byteOffset + byteLength) },
  });
  // The types say ES module, which Node's `require` gives; the CommonJS files are for loaders without types.
  const told = messages.filter(({ code }) => code !== 'EXPORTS_TYPES_INVALID_FORMAT');
  return told.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`);
}

/** @param {import('./pack.js').Tarball} tarball */
function checkTypes({ file, folder }) {
  // A program that nobody imports has no types.
  if (readManifest(folder).exports === undefined) return [];
  const manifest = createRequire(import.meta.url).resolve('@arethetypeswrong/cli/package.json');
  try {
    run(process.execPath, [
      join(dirname(manifest), 'dist/index.js'),
      file,
      '--profile',
      'esm-only',
      '--ignore-rules',
      'false-esm',
      '--no-color',
    ]);
    return [];
  } catch (error) {
    return [`attw: ${error.message}`];
  }
}
