import type logic from '../logic/user.js';
import Rest from './rest.js';

export default class User extends Rest<typeof logic> {
  static actions = ['get', 'query', 'patch'];
  static include = {
    // Two keys of `issue` refer to a user: say which one is meant.
    reportedIssues: { table: 'issue', key: 'reporter_id' },
    assignedIssues: { table: 'issue', key: 'assignee_id', where: { status: { ne: 'done' } }, order: 'due_date' },
    assignedCount: { count: 'issue', key: 'assignee_id', where: { status: { ne: 'done' } } },
  };
  static search = ['name'];
}
