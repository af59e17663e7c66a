// Registers the loader of TypeScript for Node 20: `node --import=./scripts/strip-types.js <file>`. Node 22.18 and later strip types without it.
import { register } from 'node:module';

register('./strip-types-hooks.js', import.meta.url);
