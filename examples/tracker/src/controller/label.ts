import Rest from './rest.js';

export default class Label extends Rest {
  static actions = ['get', 'query'];
  static include = { issueCount: { count: 'issue', through: 'issue_label' } };
}
