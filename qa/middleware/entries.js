// All packages. To add one: an entry in one of these files, the package in `package.json`, a row in docs/middleware.md.
import { accounts } from './packages/accounts.js';
import { auth } from './packages/auth.js';
import { bodies } from './packages/bodies.js';
import { headers } from './packages/headers.js';
import { hosts } from './packages/hosts.js';
import { limits } from './packages/limits.js';
import { sessions } from './packages/sessions.js';
import { validation } from './packages/validation.js';
import { watching } from './packages/watching.js';

/** @type {readonly import('./run-entry.js').Entry[]} */
export const ENTRIES = [
  ...headers,
  ...bodies,
  ...sessions,
  ...auth,
  ...accounts,
  ...limits,
  ...validation,
  ...watching,
  ...hosts,
];

/** @param {import('./run-entry.js').Entry} entry */
export function nameOf({ name, as }) {
  return as === undefined ? name : `${name} (${as})`;
}
