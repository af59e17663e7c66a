import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Compare the files of a tarball with those that belong there: the modules of `src`, each as built, and a short list by name.
 *
 * @param {{ name: string, folder: string, content: readonly string[] }} tarball
 * @returns {string[]} what is wrong
 */
export function judgeContent({ name, folder, content }) {
  const expected = new Set([...IN_EACH, ...(BESIDE_MODULES[name] ?? []), ...builtModules(name, join(folder, 'src'))]);
  return [
    ...[...expected].filter((path) => !content.includes(path)).map((path) => `${path} is missing in the tarball`),
    ...content.filter((path) => !expected.has(path)).map((path) => tellStray(path, folder)),
  ];
}

// --- internal ---

const IN_EACH = ['package.json', 'README.md', 'LICENSE'];
const BESIDE_MODULES = {
  'rest-gen': ['bin/rest-gen.js', ...templates()],
  'create-rest-gen': ['bin/create-rest-gen.js'],
  '@rest-gen/openapi': [
    'assets/answers.js',
    'assets/choices.js',
    'assets/client-sample.js',
    'assets/code.js',
    'assets/filters.js',
    'assets/page.css',
    'assets/page.js',
    'assets/pick-operation.js',
    'assets/plans.js',
    'assets/read-plan.js',
    'assets/requests.js',
    'assets/samples.js',
    'assets/search.js',
    'assets/sign-in.js',
    'assets/swagger-ui-bundle.js.LICENSE.txt',
    'assets/swagger-ui-redirect.js',
    'assets/swagger-ui.LICENSE.txt',
    'assets/swagger-ui.NOTICE.txt',
    'assets/swagger-ui.css',
    'assets/swagger-ui.js',
    'assets/token.js',
    'assets/viewer.js',
  ],
};
/** The templates of the command line, as they are in the repository. */
function templates() {
  const directory = new URL('../packages/cli/templates/', import.meta.url);
  return readdirSync(directory, { recursive: true })
    .filter((path) => path.endsWith('.ejs'))
    .map((path) => `templates/${path.replaceAll('\\', '/')}`);
}

/** What several CommonJS files of a package share. */
const HELPERS = { '@rest-gen/openapi': ['rolldown-runtime.js'] };

/** The code of the packages that are bundled; the others have a file for each module. */
const BUNDLES = {
  '@rest-gen/logic': ['index.js', 'common.js'],
  '@rest-gen/router': ['index.js', 'internal.js', 'part.js'],
  '@rest-gen/auth': ['index.js'],
  '@rest-gen/plans': ['index.js'],
  '@rest-gen/changes': ['index.js'],
  '@rest-gen/mcp': ['index.js'],
  '@rest-gen/inspect': ['index.js'],
  '@rest-gen/model': ['index.js', 'core/index.js', 'kysely.js'],
  '@rest-gen/openapi': [
    'index.js',
    'make.js',
    'common.js',
    'examples.js',
    'docs/documentation.js',
    'write-open-api.js',
  ],
  '@rest-gen/server': ['index.js'],
  '@rest-gen/client': [
    'index.js',
    'changes.js',
    'plans.js',
    'progress.js',
    'react-admin.js',
    'refine.js',
    'session.js',
    'errors.js',
    'send.js',
    'panel.js',
  ],
};

function builtModules(name, source) {
  const bundle = BUNDLES[name];
  if (bundle) {
    const types = modulesIn(source).map((module) => `${module}.d.ts`);
    const commonJs = [...bundle, ...(HELPERS[name] ?? [])].map((file) => `cjs/${file.replace(/js$/, 'cjs')}`);
    return [...types, ...bundle.map((file) => `dist/${file}`), ...commonJs];
  }
  return modulesIn(source).flatMap((module) => [`${module}.js`, `${module}.d.ts`]);
}

function modulesIn(source) {
  if (!existsSync(source)) return [];
  return readdirSync(source, { recursive: true })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `dist/${path.replaceAll('\\', '/').slice(0, -'.ts'.length)}`);
}

function tellStray(path, folder) {
  const source = path.replace(/^dist\/(.+?)(?:\.js|\.d\.ts|\.js\.map)$/, 'src/$1.ts');
  return source !== path && !existsSync(join(folder, source))
    ? `${path} has no source any more: delete the dist folders and build again`
    : `${path} does not belong into the tarball`;
}
