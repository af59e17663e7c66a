import Rest from './rest.js';

/** What was written to an issue and its comments: see `afterWrite` in rest.ts. */
export default class Audit extends Rest {
  static actions = ['get', 'query'];
  static include = { user: true };
}
