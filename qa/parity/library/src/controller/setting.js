import Rest from './rest.js';

export default class Setting extends Rest {
  static upsert = true;
  static idempotent = false;
}
