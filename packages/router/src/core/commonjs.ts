import { createRequire } from 'node:module';
import type bodyParserPackage from 'body-parser';
import type debugPackage from 'debug';
import type negotiatorPackage from 'negotiator';
import type parseurlPackage from 'parseurl';

/** Bundlers replace `require` with what they have packed. A module of Node has none, but `node -e` and the REPL have a global one. */
const isBundled = typeof require === 'function' && !('require' in globalThis);
const load = createRequire(import.meta.url);

// Packages in CommonJS that Express has loaded, too: `import` would parse each once more to find its names, which takes two milliseconds of each start.

export const bodyParser: typeof bodyParserPackage = isBundled ? require('body-parser') : load('body-parser');
export const createDebug: typeof debugPackage = isBundled ? require('debug') : load('debug');
export const Negotiator: typeof negotiatorPackage = isBundled ? require('negotiator') : load('negotiator');
export const parseurl: typeof parseurlPackage = isBundled ? require('parseurl') : load('parseurl');
