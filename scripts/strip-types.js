// Lets Node 20 run TypeScript: `node --import=./scripts/strip-types.js <file>`. From 22.18 on Node does it by itself.
import { register } from 'node:module';

register('./strip-types-hooks.js', import.meta.url);
