import type logic from '../logic/issue-label.js';
import Rest from './rest.js';

/** The labels of an issue, one by one. */
export default class IssueLabel extends Rest<typeof logic> {
  static actions = ['get', 'query', 'post', 'delete'];
  static include = { label: true };
}
