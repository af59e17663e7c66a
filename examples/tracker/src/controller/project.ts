import Rest from './rest.js';

export default class Project extends Rest {
  static actions = ['get', 'query'];
  static include = {
    organization: true,
    issues: { max: 10, order: '-number', include: { assignee: true } },
    issueCount: { count: 'issue' },
    openIssueCount: { count: 'issue', where: { status: { ne: 'done' } } },
  };
  static search = ['name', 'description'];
}
