import process from 'node:process';

/** What npm and pnpm add for their scripts, and settings of this project's servers. */
const ADDED = /^(?:p?npm_.*|NODE_ENV|NODE_OPTIONS|DATABASE_URL|DEBUG|INIT_CWD)$/i;
/** How npm reaches the registry; of the rest pnpm's `globalconfig` hides npm's own global settings, certificates included. */
const NETWORK = /^npm_config_(?:registry|cache|userconfig|cafile|(?:https?_)?proxy|noproxy|strict_ssl)$/i;
/**
 * What a user's shell has: the environment without what npm and pnpm add.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export function userEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => NETWORK.test(name) || !ADDED.test(name)));
}
