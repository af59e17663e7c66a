import type { Kind } from './kind.ts';

/** A module that is imported: the name it gets, and the path as it is written in the import. */
export interface ImportedModule {
  /** Name of the controller or logic: `v1/post`. */
  readonly name: string;
  readonly variable: string;
  readonly path: string;
}

export interface BundleValues extends Kind {
  readonly rules: ImportedModule;
  readonly controllers: readonly ImportedModule[];
  readonly logics: readonly ImportedModule[];
  readonly model: ImportedModule | undefined;
}

/** First line of the file; it says that the file may be overwritten. */
export const BUNDLE_HEADER =
  '// Written by `rest-gen bundle`. Do not edit; run it again when a controller or logic was added or removed.';

/** `src/modules`: everything that the router would load from files, as static imports. */
export function bundle({ esm, rules, controllers, logics, model }: BundleValues): string[] {
  const load = ({ variable, path }: ImportedModule) =>
    esm ? `import ${variable} from '${path}';` : `const ${variable} = require('${path}');`;
  const list = (key: string, modules: readonly ImportedModule[]) =>
    modules.length === 0
      ? [`  ${key}: {},`]
      : [`  ${key}: {`, ...modules.map(({ name, variable }) => `    ${propertyName(name)}: ${variable},`), '  },'];
  return [
    BUNDLE_HEADER,
    ...[rules, ...controllers, ...logics, ...(model ? [model] : [])].map(load),
    '',
    '/** All that createRestRouter needs: with it, no file is looked for. */',
    esm ? 'export default {' : 'module.exports = {',
    '  rules,',
    ...list('controllers', controllers),
    ...list('logics', logics),
    ...(model ? ['  model,'] : []),
    '};',
  ];
}

// --- internal ---

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
}
