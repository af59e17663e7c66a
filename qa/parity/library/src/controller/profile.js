import Rest from './rest.js';

export default class Profile extends Rest {
  static singleton = true;
  static upsert = true;
  static idempotent = false;
}
