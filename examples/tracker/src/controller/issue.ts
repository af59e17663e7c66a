import type { Input } from '@rest-gen/logic';
import type { BeforeWrite, TableOf } from '@rest-gen/router';
import type logic from '../logic/issue.js';
import Rest from './rest.js';

export default class Issue extends Rest<typeof logic> {
  static actions = ['get', 'query', 'post', 'patch', 'delete'];
  static bulk = ['patch', 'delete'];
  static softDelete = 'deleted_at';
  static include = {
    project: true, // the column `project_id` refers to it
    reporter: true, // `reporter_id` and `assignee_id` refer to the table `user`, as their foreign keys say
    assignee: true,
    labels: { through: 'issue_label' },
    comments: { max: 20, order: '-id', include: { author: true }, write: true },
    commentCount: { count: 'comment' },
  };
  static search = ['title', 'body'];
  static sortable = [
    ...['id', 'number', 'priority', 'due_date', 'created_at'],
    ...['project.name', 'assignee.name', 'commentCount'],
  ];
  /** 100 issues with all of their relations are 6,400 records: clients ask for fewer at a time. */
  static maxRecords = 2_000;

  async archiveAction({ body }: Input<typeof logic, 'archiveAction'>): Promise<unknown> {
    return this.change({ archived_at: new Date().toISOString(), archive_reason: body.reason ?? null });
  }

  /** Issues are numbered in their project, deleted ones too. Transactions are serializable, so no number is given twice. */
  override async beforeWrite({ action, values }: BeforeWrite<TableOf<'issue'>>): Promise<void> {
    if (action !== 'create') return;
    const project_id = Number(values.project_id);
    const issues = this.model('issue').unrestricted().where({ project_id });
    const [last, lastDeleted] = [await issues.max('number'), await issues.deleted().max('number')];
    values.number = Math.max(Number(last), Number(lastDeleted)) + 1;
  }
}
