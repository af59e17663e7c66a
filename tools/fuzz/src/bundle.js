import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { createInstrumenter } from 'istanbul-lib-instrument';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Put a target and all that it imports into one file; what is ours in it counts its statements and branches. @returns the file */
export async function bundle(target) {
  const outfile = `${root}tools/fuzz/generated/${target}.cjs`;
  await build({
    absWorkingDir: root,
    entryPoints: [`tools/fuzz/targets/${target}.ts`],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    conditions: ['rest-source'],
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
    plugins: [counters],
    logLevel: 'error',
  });
  createRequire(import.meta.url).resolve(outfile);
  return outfile;
}

// --- internal ---

const counters = {
  name: 'counters',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]packages[\\/]\w+[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'ts', target: 'node20.19' });
      const instrumenter = createInstrumenter({ esModules: true, compact: true });
      return { contents: instrumenter.instrumentSync(code, path), loader: 'js' };
    });
  },
};
