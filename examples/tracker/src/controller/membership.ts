import type logic from '../logic/membership.js';
import Rest from './rest.js';

export default class Membership extends Rest<typeof logic> {
  static actions = ['get', 'query', 'post', 'patch', 'delete'];
  static include = { user: true, organization: true };
}
