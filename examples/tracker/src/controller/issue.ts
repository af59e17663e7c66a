import type { BeforeWrite } from '@rest-gen/router';
import type logic from '../logic/issue.js';
import Rest from './rest.js';

export default class Issue extends Rest<typeof logic> {
  static actions = ['get', 'query', 'post', 'patch', 'delete'];
  static include = {
    project: true, // the column `project_id` refers to it
    reporter: true, // `reporter_id` and `assignee_id` refer to the table `user`, as their foreign keys say
    assignee: true,
    labels: { through: 'issue_label' },
    comments: { max: 20, order: '-id', include: { author: true } },
    commentCount: { count: 'comment' },
  };
  static search = ['title', 'body'];
  static sortable = [
    ...['id', 'number', 'priority', 'due_date', 'created_at'],
    ...['project.name', 'assignee.name', 'commentCount'],
  ];
  /** 100 issues with all of their relations are 6,400 records: clients ask for fewer at a time. */
  static maxRecords = 2_000;

  /** Issues are numbered in their project. Transactions are serializable, so no number is given twice. */
  override async beforeWrite({ action, values }: BeforeWrite): Promise<void> {
    if (action !== 'create') return;
    const issues = this.model('issue').where({ project_id: Number(values.project_id) });
    values.number = ((await issues.order('-number').find())?.number ?? 0) + 1;
  }
}
