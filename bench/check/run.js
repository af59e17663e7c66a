import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// How long `rest-gen check` takes on many rules of every form: node bench/check/run.js [rules], after a build. No comparison: nothing else does this.

const count = Number(process.argv[2] ?? 1000);
const RUNS = 5;
const FORMS = [
  (at) => `['/thing${at}/:id?', 'thing', 'rest']`,
  (at) => `[/\\/v1\\/thing${at}(?:\\/(\\d+))?/, 'thing?id=:1', 'rest']`,
  (at) => `['/:tenant/thing${at}/:id(\\\\d+)?', 'thing', 'rest']`,
  (at) => `[/\\/part${at}\\/(\\d+)\\/thing(?:\\/(\\w+))?/i, 'thing?partId=:1&id=:2', 'rest']`,
  // Not one of these can be run without the engine, so that each is judged.
  (at) => `[/\\/file${at}\\/(?!private)([\\w-]+)\\.(?:json|xml)/, 'thing?id=:1', 'rest']`,
];

const root = mkdtempSync(join(tmpdir(), 'rest-gen-check-'));
try {
  writeProject();
  const bin = fileURLToPath(new URL('../../packages/cli/bin/rest-gen.js', import.meta.url));
  const times = Array.from({ length: RUNS }, () => {
    const begin = performance.now();
    const { stdout, stderr } = spawnSync(process.execPath, [bin, 'check', '--json'], { cwd: root, encoding: 'utf8' });
    const { counts, error } = JSON.parse(stdout);
    if (error !== undefined || counts.rules !== count) throw new Error(`It was not checked: ${stdout} ${stderr}`);
    return performance.now() - begin;
  });
  const [fastest, , median] = times.sort((one, other) => one - other);
  console.log(
    `rest-gen check on ${count} rules: ${Math.round(median)} ms (median of ${RUNS}; fastest ${Math.round(fastest)})`,
  );
} finally {
  rmSync(root, { recursive: true });
}

// --- internal ---

function writeProject() {
  const modules = fileURLToPath(new URL('../../examples/blog/node_modules', import.meta.url));
  symlinkSync(modules, join(root, 'node_modules'), 'junction');
  const rules = Array.from({ length: count }, (_, at) => `  ${FORMS[at % FORMS.length](at)},\n`);
  write('package.json', '{ "name": "check", "type": "module" }');
  write('src/config/router.js', `export default [\n${rules.join('')}];\n`);
  write(
    'src/controller/thing.js',
    "import { Controller } from '@rest-gen/router';\nexport default class extends Controller {\n  getAction() {}\n}\n",
  );
}

function write(path, text) {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}
