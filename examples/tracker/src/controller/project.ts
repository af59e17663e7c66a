import type logic from '../logic/project.js';
import Rest from './rest.js';

export default class Project extends Rest<typeof logic> {
  static include = {
    organization: true,
    issues: { max: 10, order: '-number', include: { assignee: true } },
    issueCount: { count: 'issue' },
    openIssueCount: { count: 'issue', where: { status: { ne: 'done' } } },
  };
  static search = ['name', 'description'];
}
