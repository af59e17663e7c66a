/**
 * The folders of each package, in the order of their imports: a file imports from its own folder and from those before it, type imports included.
 *
 * `.` stands for the files directly in `src`; one that is named has a place of its own. Those that import no file of another folder come before all folders.
 * A module that is loaded by `import()` may be anywhere: that is what such an import is for.
 */
export const FOLDER_ORDER: Readonly<Record<string, readonly string[]>> = {
  '@rest-gen/router': [
    'model',
    'parse',
    'compile',
    'contracts',
    'tools.ts',
    'match',
    'respond',
    'list',
    'controller',
    'idempotency',
    'observe',
    'dispatch',
    'options.ts',
    'load',
    '.',
    'inspect/describe',
    'inspect/explain',
    'inspect/check',
    'inspect',
  ],
  '@rest-gen/model': [
    'migrate',
    'backend.ts',
    'sql',
    'stores/sqlite',
    'stores/server',
    'stores/postgres',
    'stores/mysql',
    '.',
  ],
  '@rest-gen/server': ['.'],
  '@rest-gen/openapi': [
    'records',
    'schemas',
    'examples',
    'paths',
    'operations',
    'compare',
    'create-open-api.ts',
    'docs',
    '.',
  ],
};
