/** What every template asks. */
export interface Kind {
  /** Types are written. */
  readonly ts: boolean;
  /** `import` and `export`; else `require` and `module.exports`. TypeScript has always the first. */
  readonly esm: boolean;
}

/** The beginning of the value of a module. */
export function exported({ esm }: Kind): string {
  return esm ? 'export default' : 'module.exports =';
}

/** The line that takes names from a package. */
export function imported({ esm }: Kind, names: string, from: string): string {
  return esm ? `import { ${names} } from '${from}';` : `const { ${names} } = require('${from}');`;
}
