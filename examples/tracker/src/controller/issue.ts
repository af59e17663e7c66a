import type { BeforeWrite, TableOf } from '@rest-gen/router';
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

  /**
   * Issues are numbered in their project, whether or not the user sees all of them. Transactions are serializable, so no number is given twice.
   *
   * A user who belongs to both organizations may write into both projects: that an issue stays in its organization is a rule about a change.
   */
  override async beforeWrite({ action, values, before }: BeforeWrite<TableOf<'issue'>>): Promise<void> {
    const { project_id } = values;
    if (action === 'delete' || project_id === undefined || project_id === before?.project_id) return;
    if (before && (await this.#organizationOf(before.project_id)) !== (await this.#organizationOf(project_id))) {
      this.fail(422, 'An issue cannot leave its organization');
    }
    const issues = this.model('issue')
      .unrestricted()
      .where({ project_id: Number(project_id) });
    values.number = ((await issues.order('-number').find())?.number ?? 0) + 1;
  }

  async #organizationOf(project: unknown): Promise<unknown> {
    return (await this.model('project').unrestricted().byId(Number(project)).find())?.organization_id;
  }
}
