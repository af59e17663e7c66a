import { createRequire } from 'node:module';

/**
 * `node:http` by `require`: `import` reads every export of a module of Node, and one of this module is `WebSocket`. It would load `fetch`, which takes 20 ms of
 * each start.
 */
export const http: typeof import('node:http') = createRequire(import.meta.url)('node:http');
