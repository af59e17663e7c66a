// Checks every package as users get it: what is in the tarball, publint, and whether its types resolve as its code does.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { packAll, withDirectory } from './pack.js';
import { run } from './run.js';

const ALLOWED =
  /^(?:dist\/.+(?<!\.test)\.(?:js|d\.ts|js\.map)|dist\/rest-gen\.cjs|assets\/(?:page|swagger-ui)\.(?:js|css)|assets\/swagger-ui[\w.-]*\.txt|bin\/(?:[\w-]+\.js|package\.json)|README\.md|LICENSE|package\.json)$/;
const NEEDED = ['package.json', 'README.md', 'LICENSE'];

const problems = await withDirectory(async (directory) => {
  const found = [];
  for (const tarball of packAll(directory)) {
    const problemsHere = [...checkContent(tarball), ...(await checkManifest(tarball)), ...checkTypes(tarball)];
    console.log(`${problemsHere.length === 0 ? 'ok ' : 'BAD'} ${tarball.name}: ${tarball.content.length} files`);
    for (const problem of problemsHere) console.log(`    ${problem.replaceAll('\n', '\n    ')}`);
    found.push(...problemsHere);
  }
  return found;
});
if (problems.length > 0) process.exitCode = 1;

// --- internal ---

/** @param {import('./pack.js').Tarball} tarball */
function checkContent({ folder, content }) {
  return [
    ...NEEDED.filter((path) => !content.includes(path)).map((path) => `${path} is missing in the tarball`),
    ...content.filter((path) => !ALLOWED.test(path)).map((path) => `${path} does not belong into the tarball`),
    ...content
      .filter((path) => path.startsWith('dist/') && path.endsWith('.js'))
      .filter((path) => !existsSync(join(folder, path.replace(/^dist\/(.+)\.js$/, 'src/$1.ts'))))
      .map((path) => `${path} has no source any more: delete the dist folders and build again`),
  ];
}

/** @param {import('./pack.js').Tarball} tarball */
async function checkManifest({ file }) {
  const { buffer, byteOffset, byteLength } = readFileSync(file);
  const { messages, pkg } = await publint({
    strict: true,
    pack: { tarball: buffer.slice(byteOffset, byteOffset + byteLength) },
  });
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`);
}

/** @param {import('./pack.js').Tarball} tarball */
function checkTypes({ file }) {
  const manifest = createRequire(import.meta.url).resolve('@arethetypeswrong/cli/package.json');
  try {
    run(process.execPath, [join(dirname(manifest), 'dist/index.js'), file, '--profile', 'esm-only', '--no-color']);
    return [];
  } catch (error) {
    return [`attw: ${error.message}`];
  }
}
