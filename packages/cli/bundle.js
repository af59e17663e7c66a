import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

// One file of CommonJS starts in half of the time that Node needs to find, read and link forty modules.
await build({
  absWorkingDir: fileURLToPath(new URL('.', import.meta.url)),
  entryPoints: ['dist/main.js'],
  outfile: 'dist/rest-gen.cjs',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20.19',
  external: ['diff', 'yaml'],
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
  legalComments: 'inline',
  // Names of bundled modules do not tell where the workspace keeps what is installed: the same sources give the same bytes everywhere.
  preserveSymlinks: true,
  logLevel: 'warning',
});
