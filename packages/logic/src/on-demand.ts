import { createRequire } from 'node:module';
import type Negotiator from 'negotiator';
import type validatorPackage from 'validator';

// Ajv and validator are two hundred files, which neither a start nor most requests need. Each is loaded when it is
// first used, with `require`: declarations are checked synchronously, and `import` parses a CommonJS file once more to
// find its names.

type Core = typeof import('ajv/dist/core.js');
type Codegen = typeof import('ajv/dist/compile/codegen/scope.js');

/** The parts of Ajv that validate fields with rules. */
export interface AjvParts extends Pick<Core, '_' | 'str'>, Pick<Codegen, 'ValueScope'> {
  /** Ajv without the keywords of any draft. */
  readonly Core: Core['default'];
}

export function loadAjv(): AjvParts {
  ajv ??= isBundled
    ? toParts(require('ajv/dist/core.js'), require('ajv/dist/compile/codegen/scope.js'))
    : toParts(load('ajv/dist/core.js'), load('ajv/dist/compile/codegen/scope.js'));
  return ajv;
}

/** Ajv with the keywords of JSON Schema 2020-12. */
export function loadAjv2020(): typeof import('ajv/dist/2020.js') {
  return isBundled ? require('ajv/dist/2020.js') : load('ajv/dist/2020.js');
}

export function loadNegotiator(): typeof Negotiator {
  return isBundled ? require('negotiator') : load('negotiator');
}

/** The package `validator`; reading a function loads its file. */
export const validator: typeof validatorPackage = new Proxy({} as typeof validatorPackage, {
  get: (loaded, name) => {
    const known: Record<string, unknown> = loaded as object as Record<string, unknown>;
    known[String(name)] ??= loadValidator(String(name));
    return known[String(name)];
  },
});

// --- internal ---

/**
 * Bundlers replace `require` with what they have packed. A module of Node has none, but `node -e` and the REPL have a
 * global one.
 */
const isBundled = typeof require === 'function' && !('require' in globalThis);
const load = createRequire(import.meta.url);
let ajv: AjvParts | undefined;

function toParts({ default: Core, _, str }: Core, { ValueScope }: Codegen): AjvParts {
  return { Core, _, str, ValueScope };
}

function loadValidator(name: string): unknown {
  if (isBundled) return require('validator')[name];
  const file = name.replace(/Locales$/, '');
  const { default: test, locales } = load(`validator/lib/${file}.js`);
  return file === name ? test : locales;
}
