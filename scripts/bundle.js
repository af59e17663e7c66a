// Bundles what servers load into a few files for each package: at start, Node spends more on finding and linking modules than on running ours.
// tsc writes the types beside them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { creditOf } from './credit-of.js';

const FOLDER = fileURLToPath(new URL('../packages', import.meta.url));

/**
 * The packages, each with what its package.json does not say.
 *
 * - `lazy`: entry points that are loaded only when they are needed
 * - `copies`: dependencies that are copied into a file of their own, since they are hundreds of modules. Their types stay where they are.
 * - `groups`: files that hold what several entry points need. `@rest-gen/model/core` must not load Kysely, which many programs do not need.
 */
const PACKAGES = {
  logic: {
    groups: {
      common: /\/src\/(?:(?:common|compiler|is-object|nearest|refusal|to-pointer|undeclared)\.ts$|regexp\/)/,
    },
  },
  router: { groups: { index: /\/src\/(?!(?:internal|part)\.ts$)/ } },
  auth: {},
  plans: {},
  changes: {},
  mcp: {},
  inspect: {},
  model: { copies: ['kysely'], groups: { 'core/index': /\/src\/core\// } },
  // The page reads its files from where it is in `src`, too.
  openapi: {
    lazy: ['./src/docs/documentation.ts'],
    groups: {
      common: /\/src\/(?:errors|operations-of|docs\/problem)\.ts$/,
      examples: /\/src\/(?:examples|records|schemas)\//,
    },
  },
  server: {},
  // What the client, its plans, its changes and the panels need, and what the panels share.
  client: {
    groups: {
      errors: /\/src\/(?:errors|is-object|tag)\.ts$/,
      send: /\/src\/(?:create-list|send|write-body|write-query)\.ts$/,
      panel: /\/src\/admin\/(?:auth|panel|to-where)\.ts$/,
    },
  },
};

/** The formats; `cjs` is for loaders whose `require` takes no ES module, such as that of Jest. */
const FORMATS = {
  esm: { dir: 'dist', extension: 'js', plugin: { name: 'loads', generateBundle: takeBuiltins } },
  cjs: { dir: 'cjs', extension: 'cjs', plugin: { name: 'loads', generateBundle: requirePackages } },
};

await Promise.all(
  Object.entries(PACKAGES).flatMap(([name, options]) =>
    Object.keys(FORMATS).map((format) => bundle(join(FOLDER, name), format, options)),
  ),
);

// --- internal ---

/**
 * @param {string} folder - of the package
 * @param {keyof typeof FORMATS} format
 * @param {{ lazy?: string[], copies?: string[], groups?: Record<string, RegExp> }} options
 */
async function bundle(folder, format, { lazy = [], copies = [], groups = {} }) {
  const { dir, extension, plugin } = FORMATS[format];
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const sources = [...Object.values(exports).flatMap((entry) => entry['rest-source'] ?? []), ...lazy];
  const bundled = await rolldown({
    cwd: folder,
    input: Object.fromEntries(sources.map((source) => [source.slice('./src/'.length, -'.ts'.length), source])),
    platform: 'node',
    // A file that only passes on what another one exports takes a millisecond of each start.
    preserveEntrySignatures: 'allow-extension',
    // Helpers of the compiler are no dependency.
    external: (id) => /^[^./]/.test(id) && !id.startsWith('@oxc-project/') && !copies.includes(id),
    // Links are not followed: what is written must not depend on where the packages of a dependency are.
    resolve: { symlinks: false },
    transform: { target: 'node20.19' },
    plugins: [{ name: 'ascii', generateBundle: escapeBeyondAscii }, plugin],
    // A warning is an error, for what is published is made here.
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
  });
  await bundled.write({
    dir: join(folder, dir),
    format,
    // `require` is left for the bundlers of users: see packages/logic/src/on-demand.ts.
    polyfillRequire: false,
    // Editors read the comments of the types. Without those of the code, Node has a third less to read at each start. Annotations are for bundlers.
    comments: { legal: true, annotation: true, jsdoc: false },
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `[name].${extension}`,
    // What several entry points need is in a file of its own, so that it exists once.
    codeSplitting: {
      groups: [
        ...Object.entries(groups).map(([name, test]) => ({ name, test })),
        ...copies.map((name) => ({ name, test: new RegExp(`/node_modules/${name}/`) })),
      ],
    },
    // At the end, for names have characters beyond ASCII.
    footer: ({ name }) => (copies.includes(name) ? creditOf(folder, name) : ''),
  });
  await bundled.close();
}

/**
 * Write characters beyond ASCII as escapes, except in licenses: from the first one on, Node decodes a file several times as slowly, and one beyond
 * Latin-1 doubles the memory of the whole file.
 *
 * @param {unknown} _options
 * @param {import('rolldown').OutputBundle} files
 */
function escapeBeyondAscii(_options, files) {
  for (const chunk of Object.values(files)) {
    if (chunk.type !== 'chunk') continue;
    // After a backslash, the escape would be text.
    if (/\\[^\0-\x7f]/.test(chunk.code)) throw new Error(`${chunk.fileName}: a character beyond ASCII has a backslash`);
    chunk.code = chunk.code.replace(/\/\*![\s\S]*?\*\/|[^\0-\x7f]/g, (found) => {
      return found.startsWith('/') ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
  }
}

/**
 * Load packages with `require` where the sources have `import()`, which the loaders that need CommonJS do not have. Of an ES module, `require` returns what
 * `import()` does.
 *
 * @param {unknown} _options
 * @param {import('rolldown').OutputBundle} files
 */
function requirePackages(_options, files) {
  for (const chunk of Object.values(files)) {
    if (chunk.type !== 'chunk') continue;
    chunk.code = chunk.code.replace(
      /\bimport\(("[^"]+")\)/g,
      'Promise.resolve(require($1)).then((it) => (it[Symbol.toStringTag] === "Module" ? it : { default: it }))',
    );
  }
}

/**
 * Take modules of Node without `import`, which reads all of their exports: one of `node:http` is `WebSocket`, which loads `fetch`, 20 ms of a start, and
 * each module takes a quarter of a millisecond.
 *
 * @param {unknown} _options
 * @param {import('rolldown').OutputBundle} files
 */
function takeBuiltins(_options, files) {
  for (const chunk of Object.values(files)) {
    if (chunk.type !== 'chunk') continue;
    const [imports] = /^(?:import .+;\n)*/.exec(chunk.code);
    const taken = imports.replace(/^import (?:(\w+)|(\{.+\})) from ("node:.+");$/gm, (_, module, names, from) => {
      return `const ${module ?? names.replaceAll(' as ', ': ')} = process.getBuiltinModule(${from});`;
    });
    chunk.code = taken + chunk.code.slice(imports.length);
    if (/^import .*"node:/m.test(taken)) throw new Error(`${chunk.fileName}: an import of Node of another form`);
  }
}
