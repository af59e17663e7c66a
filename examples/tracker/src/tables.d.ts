// Written by `rest-gen types`. Do not edit; run it again when the tables have changed.
import type { FilterOf, Generated, Increment, RelationFilterOf, SqlColumn, TextFilterOf } from '@rest-gen/model';

declare module '@rest-gen/model' {
  /** Of `this.model(…)`, `models.model(…)` and `models.repository(…)`. */
  interface Tables {
    attachment: AttachmentTable;
    attempt: AttemptTable;
    audit: AuditTable;
    comment: CommentTable;
    idempotency_key: IdempotencyKeyTable;
    issue: IssueTable;
    issue_label: IssueLabelTable;
    label: LabelTable;
    membership: MembershipTable;
    organization: OrganizationTable;
    project: ProjectTable;
    token: TokenTable;
    user: UserTable;
  }
  /** Of `models.kysely`. */
  interface SqlTables {
    attachment: AttachmentSql;
    attempt: AttemptSql;
    audit: AuditSql;
    comment: CommentSql;
    idempotency_key: IdempotencyKeySql;
    issue: IssueSql;
    issue_label: IssueLabelSql;
    label: LabelSql;
    membership: MembershipSql;
    organization: OrganizationSql;
    project: ProjectSql;
    token: TokenSql;
    user: UserSql;
  }
}

export interface AttachmentTable {
  id: number;
  row: AttachmentRow;
  insert: AttachmentInsert;
  update: AttachmentUpdate;
  where: AttachmentWhere;
  column: keyof AttachmentRow;
  order: keyof AttachmentRow | `-${keyof AttachmentRow}`;
}

export type AttachmentRow = {
  created_at: string;
  id: number;
  issue_id: number;
  name: string;
  path: string;
  size: number;
  type: string;
  updated_at: string;
  uploader_id: number;
};

export type AttachmentInsert = {
  created_at?: string | Date | undefined;
  id?: number | undefined;
  issue_id: number;
  name: string;
  path: string;
  size: number;
  type: string;
  updated_at?: string | Date | undefined;
  uploader_id: number;
};

export type AttachmentUpdate = {
  created_at?: string | Date | undefined;
  id?: number | Increment | undefined;
  issue_id?: number | Increment | undefined;
  name?: string | undefined;
  path?: string | undefined;
  size?: number | Increment | undefined;
  type?: string | undefined;
  updated_at?: string | Date | undefined;
  uploader_id?: number | Increment | undefined;
};

export type AttachmentWhere = {
  created_at?: FilterOf<string | Date>;
  id?: FilterOf<number>;
  issue_id?: FilterOf<number>;
  name?: TextFilterOf<string>;
  path?: TextFilterOf<string>;
  size?: FilterOf<number>;
  type?: TextFilterOf<string>;
  updated_at?: FilterOf<string | Date>;
  uploader_id?: FilterOf<number>;
  and?: readonly AttachmentWhere[];
  or?: readonly AttachmentWhere[];
};

export interface AttachmentSql {
  created_at: SqlColumn<string, string | Date | undefined, string | Date>;
  id: Generated<number>;
  issue_id: number;
  name: string;
  path: string;
  size: number;
  type: string;
  updated_at: SqlColumn<string, string | Date | undefined, string | Date>;
  uploader_id: number;
}

export interface AttemptTable {
  id: string;
  row: AttemptRow;
  insert: AttemptInsert;
  update: AttemptUpdate;
  where: AttemptWhere;
  column: keyof AttemptRow;
  order: keyof AttemptRow | `-${keyof AttemptRow}`;
}

export type AttemptRow = {
  count: number;
  expires_at: string;
  id: string;
};

export type AttemptInsert = {
  count: number;
  expires_at: string | Date;
  id?: string | undefined;
};

export type AttemptUpdate = {
  count?: number | Increment | undefined;
  expires_at?: string | Date | undefined;
  id?: string | undefined;
};

export type AttemptWhere = {
  count?: FilterOf<number>;
  expires_at?: FilterOf<string | Date>;
  id?: TextFilterOf<string>;
  and?: readonly AttemptWhere[];
  or?: readonly AttemptWhere[];
};

export interface AttemptSql {
  count: number;
  expires_at: SqlColumn<string, string | Date>;
  id: Generated<string>;
}

export interface AuditTable {
  id: number;
  row: AuditRow;
  insert: AuditInsert;
  update: AuditUpdate;
  where: AuditWhere;
  column: keyof AuditRow;
  order: AuditOrder | `-${AuditOrder}`;
  related: AuditRelated;
}

export type AuditRow = {
  action: string;
  after: unknown;
  before: unknown;
  created_at: string;
  id: number;
  issue_id: number;
  record_id: number;
  table: string;
  updated_at: string;
  user_id: number;
};

export type AuditInsert = {
  action: string;
  after?: unknown;
  before?: unknown;
  created_at?: string | Date | undefined;
  id?: number | undefined;
  issue_id: number;
  record_id: number;
  table: string;
  updated_at?: string | Date | undefined;
  user_id: number;
};

export type AuditUpdate = {
  action?: string | undefined;
  after?: unknown;
  before?: unknown;
  created_at?: string | Date | undefined;
  id?: number | Increment | undefined;
  issue_id?: number | Increment | undefined;
  record_id?: number | Increment | undefined;
  table?: string | undefined;
  updated_at?: string | Date | undefined;
  user_id?: number | Increment | undefined;
};

export type AuditWhere = {
  action?: TextFilterOf<string>;
  after?: FilterOf<null>;
  before?: FilterOf<null>;
  created_at?: FilterOf<string | Date>;
  id?: FilterOf<number>;
  issue_id?: FilterOf<number>;
  record_id?: FilterOf<number>;
  table?: TextFilterOf<string>;
  updated_at?: FilterOf<string | Date>;
  user_id?: FilterOf<number>;
  user?: RelationFilterOf<AuditUserWhere>;
  'user.email'?: TextFilterOf<string>;
  'user.id'?: FilterOf<number>;
  'user.name'?: TextFilterOf<string>;
  'user.password'?: TextFilterOf<string | null>;
  'user.verified_at'?: FilterOf<string | Date | null>;
  and?: readonly AuditWhere[];
  or?: readonly AuditWhere[];
};

type AuditOrder = keyof AuditRow | 'user.email' | 'user.id' | 'user.name' | 'user.password' | 'user.verified_at';

/** What `include` adds to a row. */
export type AuditRelated = {
  user: (Pick<UserRow, 'id' | 'name' | 'email'>) | null;
};

export type AuditUserWhere = {
  email?: TextFilterOf<string>;
  id?: FilterOf<number>;
  name?: TextFilterOf<string>;
  password?: TextFilterOf<string | null>;
  verified_at?: FilterOf<string | Date | null>;
  and?: readonly AuditUserWhere[];
  or?: readonly AuditUserWhere[];
};

export interface AuditSql {
  action: string;
  after: SqlColumn<unknown, string | null>;
  before: SqlColumn<unknown, string | null>;
  created_at: SqlColumn<string, string | Date | undefined, string | Date>;
  id: Generated<number>;
  issue_id: number;
  record_id: number;
  table: string;
  updated_at: SqlColumn<string, string | Date | undefined, string | Date>;
  user_id: number;
}

export interface CommentTable {
  id: number;
  row: CommentRow;
  insert: CommentInsert;
  update: CommentUpdate;
  where: CommentWhere;
  column: keyof CommentRow;
  order: CommentOrder | `-${CommentOrder}`;
  related: CommentRelated;
}

export type CommentRow = {
  author_id: number;
  body: string;
  created_at: string;
  id: number;
  issue_id: number;
  updated_at: string;
};

export type CommentInsert = {
  author_id: number;
  body: string;
  created_at?: string | Date | undefined;
  id?: number | undefined;
  issue_id: number;
  updated_at?: string | Date | undefined;
};

export type CommentUpdate = {
  author_id?: number | Increment | undefined;
  body?: string | undefined;
  created_at?: string | Date | undefined;
  id?: number | Increment | undefined;
  issue_id?: number | Increment | undefined;
  updated_at?: string | Date | undefined;
};

export type CommentWhere = {
  author_id?: FilterOf<number>;
  body?: TextFilterOf<string>;
  created_at?: FilterOf<string | Date>;
  id?: FilterOf<number>;
  issue_id?: FilterOf<number>;
  updated_at?: FilterOf<string | Date>;
  author?: RelationFilterOf<CommentAuthorWhere>;
  issue?: RelationFilterOf<CommentIssueWhere>;
  'author.email'?: TextFilterOf<string>;
  'author.id'?: FilterOf<number>;
  'author.name'?: TextFilterOf<string>;
  'author.password'?: TextFilterOf<string | null>;
  'author.verified_at'?: FilterOf<string | Date | null>;
  'issue.archive_reason'?: TextFilterOf<string | null>;
  'issue.archived_at'?: FilterOf<string | Date | null>;
  'issue.assignee_id'?: FilterOf<number | null>;
  'issue.body'?: TextFilterOf<string | null>;
  'issue.created_at'?: FilterOf<string | Date>;
  'issue.deleted_at'?: FilterOf<string | Date | null>;
  'issue.due_date'?: FilterOf<string | Date | null>;
  'issue.estimate'?: FilterOf<string | number | null>;
  'issue.id'?: FilterOf<number>;
  'issue.number'?: FilterOf<number>;
  'issue.priority'?: FilterOf<number>;
  'issue.project_id'?: FilterOf<number>;
  'issue.reporter_id'?: FilterOf<number>;
  'issue.status'?: TextFilterOf<'open' | 'doing' | 'done'>;
  'issue.title'?: TextFilterOf<string>;
  'issue.updated_at'?: FilterOf<string | Date>;
  'issue.project.description'?: TextFilterOf<string | null>;
  'issue.project.id'?: FilterOf<number>;
  'issue.project.is_public'?: FilterOf<boolean>;
  'issue.project.name'?: TextFilterOf<string>;
  'issue.project.organization_id'?: FilterOf<number>;
  and?: readonly CommentWhere[];
  or?: readonly CommentWhere[];
};

type CommentOrder = keyof CommentRow | 'author.email' | 'author.id' | 'author.name' | 'author.password' | 'author.verified_at' | 'issue.archive_reason' | 'issue.archived_at' | 'issue.assignee_id' | 'issue.body' | 'issue.created_at' | 'issue.deleted_at' | 'issue.due_date' | 'issue.estimate' | 'issue.id' | 'issue.number' | 'issue.priority' | 'issue.project_id' | 'issue.reporter_id' | 'issue.status' | 'issue.title' | 'issue.updated_at' | 'issue.project.description' | 'issue.project.id' | 'issue.project.is_public' | 'issue.project.name' | 'issue.project.organization_id';

/** What `include` adds to a row. */
export type CommentRelated = {
  author: (Pick<UserRow, 'id' | 'name' | 'email'>) | null;
  issue: (Pick<IssueRow, 'id' | 'project_id' | 'reporter_id' | 'assignee_id' | 'number' | 'title' | 'body' | 'status' | 'priority' | 'due_date' | 'estimate' | 'created_at' | 'updated_at' | 'archived_at' | 'archive_reason' | 'deleted_at'> & { project?: (Pick<ProjectRow, 'id' | 'organization_id' | 'name' | 'description' | 'is_public'>) | null }) | null;
};

export type CommentAuthorWhere = {
  email?: TextFilterOf<string>;
  id?: FilterOf<number>;
  name?: TextFilterOf<string>;
  password?: TextFilterOf<string | null>;
  verified_at?: FilterOf<string | Date | null>;
  and?: readonly CommentAuthorWhere[];
  or?: readonly CommentAuthorWhere[];
};

export type CommentIssueProjectWhere = {
  description?: TextFilterOf<string | null>;
  id?: FilterOf<number>;
  is_public?: FilterOf<boolean>;
  name?: TextFilterOf<string>;
  organization_id?: FilterOf<number>;
  and?: readonly CommentIssueProjectWhere[];
  or?: readonly CommentIssueProjectWhere[];
};

export type CommentIssueWhere = {
  archive_reason?: TextFilterOf<string | null>;
  archived_at?: FilterOf<string | Date | null>;
  assignee_id?: FilterOf<number | null>;
  body?: TextFilterOf<string | null>;
  created_at?: FilterOf<string | Date>;
  deleted_at?: FilterOf<string | Date | null>;
  due_date?: FilterOf<string | Date | null>;
  estimate?: FilterOf<string | number | null>;
  id?: FilterOf<number>;
  number?: FilterOf<number>;
  priority?: FilterOf<number>;
  project_id?: FilterOf<number>;
  reporter_id?: FilterOf<number>;
  status?: TextFilterOf<'open' | 'doing' | 'done'>;
  title?: TextFilterOf<string>;
  updated_at?: FilterOf<string | Date>;
  project?: RelationFilterOf<CommentIssueProjectWhere>;
  'project.description'?: TextFilterOf<string | null>;
  'project.id'?: FilterOf<number>;
  'project.is_public'?: FilterOf<boolean>;
  'project.name'?: TextFilterOf<string>;
  'project.organization_id'?: FilterOf<number>;
  and?: readonly CommentIssueWhere[];
  or?: readonly CommentIssueWhere[];
};

export interface CommentSql {
  author_id: number;
  body: string;
  created_at: SqlColumn<string, string | Date | undefined, string | Date>;
  id: Generated<number>;
  issue_id: number;
  updated_at: SqlColumn<string, string | Date | undefined, string | Date>;
}

export interface IdempotencyKeyTable {
  id: string;
  row: IdempotencyKeyRow;
  insert: IdempotencyKeyInsert;
  update: IdempotencyKeyUpdate;
  where: IdempotencyKeyWhere;
  column: keyof IdempotencyKeyRow;
  order: keyof IdempotencyKeyRow | `-${keyof IdempotencyKeyRow}`;
}

export type IdempotencyKeyRow = {
  body: string | null;
  created_at: string;
  fingerprint: string;
  headers: unknown;
  id: string;
  locked_until: string;
  status: number | null;
};

export type IdempotencyKeyInsert = {
  body?: string | null | undefined;
  created_at?: string | Date | undefined;
  fingerprint: string;
  headers?: unknown;
  id?: string | undefined;
  locked_until: string | Date;
  status?: number | null | undefined;
};

export type IdempotencyKeyUpdate = {
  body?: string | null | undefined;
  created_at?: string | Date | undefined;
  fingerprint?: string | undefined;
  headers?: unknown;
  id?: string | undefined;
  locked_until?: string | Date | undefined;
  status?: number | Increment | null | undefined;
};

export type IdempotencyKeyWhere = {
  body?: TextFilterOf<string | null>;
  created_at?: FilterOf<string | Date>;
  fingerprint?: TextFilterOf<string>;
  headers?: FilterOf<null>;
  id?: TextFilterOf<string>;
  locked_until?: FilterOf<string | Date>;
  status?: FilterOf<number | null>;
  and?: readonly IdempotencyKeyWhere[];
  or?: readonly IdempotencyKeyWhere[];
};

export interface IdempotencyKeySql {
  body: string | null;
  created_at: SqlColumn<string, string | Date | undefined, string | Date>;
  fingerprint: string;
  headers: SqlColumn<unknown, string | null>;
  id: Generated<string>;
  locked_until: SqlColumn<string, string | Date>;
  status: number | null;
}

export interface IssueTable {
  id: number;
  row: IssueRow;
  insert: IssueInsert;
  update: IssueUpdate;
  where: IssueWhere;
  column: keyof IssueRow;
  order: IssueOrder | `-${IssueOrder}`;
  related: IssueRelated;
}

export type IssueRow = {
  archive_reason: string | null;
  archived_at: string | null;
  assignee_id: number | null;
  body: string | null;
  created_at: string;
  deleted_at: string | null;
  due_date: string | null;
  estimate: string | null;
  id: number;
  number: number;
  priority: number;
  project_id: number;
  reporter_id: number;
  status: 'open' | 'doing' | 'done';
  title: string;
  updated_at: string;
};

export type IssueInsert = {
  archive_reason?: string | null | undefined;
  archived_at?: string | Date | null | undefined;
  assignee_id?: number | null | undefined;
  body?: string | null | undefined;
  created_at?: string | Date | undefined;
  deleted_at?: string | Date | null | undefined;
  due_date?: string | Date | null | undefined;
  estimate?: string | number | null | undefined;
  id?: number | undefined;
  number: number;
  priority?: number | undefined;
  project_id: number;
  reporter_id: number;
  status?: 'open' | 'doing' | 'done' | undefined;
  title: string;
  updated_at?: string | Date | undefined;
};

export type IssueUpdate = {
  archive_reason?: string | null | undefined;
  archived_at?: string | Date | null | undefined;
  assignee_id?: number | Increment | null | undefined;
  body?: string | null | undefined;
  created_at?: string | Date | undefined;
  deleted_at?: string | Date | null | undefined;
  due_date?: string | Date | null | undefined;
  estimate?: string | number | Increment | null | undefined;
  id?: number | Increment | undefined;
  number?: number | Increment | undefined;
  priority?: number | Increment | undefined;
  project_id?: number | Increment | undefined;
  reporter_id?: number | Increment | undefined;
  status?: 'open' | 'doing' | 'done' | undefined;
  title?: string | undefined;
  updated_at?: string | Date | undefined;
};

export type IssueWhere = {
  archive_reason?: TextFilterOf<string | null>;
  archived_at?: FilterOf<string | Date | null>;
  assignee_id?: FilterOf<number | null>;
  body?: TextFilterOf<string | null>;
  created_at?: FilterOf<string | Date>;
  deleted_at?: FilterOf<string | Date | null>;
  due_date?: FilterOf<string | Date | null>;
  estimate?: FilterOf<string | number | null>;
  id?: FilterOf<number>;
  number?: FilterOf<number>;
  priority?: FilterOf<number>;
  project_id?: FilterOf<number>;
  reporter_id?: FilterOf<number>;
  status?: TextFilterOf<'open' | 'doing' | 'done'>;
  title?: TextFilterOf<string>;
  updated_at?: FilterOf<string | Date>;
  project?: RelationFilterOf<IssueProjectWhere>;
  reporter?: RelationFilterOf<IssueReporterWhere>;
  assignee?: RelationFilterOf<IssueAssigneeWhere>;
  labels?: RelationFilterOf<IssueLabelsWhere>;
  comments?: RelationFilterOf<IssueCommentsWhere>;
  'project.description'?: TextFilterOf<string | null>;
  'project.id'?: FilterOf<number>;
  'project.is_public'?: FilterOf<boolean>;
  'project.name'?: TextFilterOf<string>;
  'project.organization_id'?: FilterOf<number>;
  'reporter.email'?: TextFilterOf<string>;
  'reporter.id'?: FilterOf<number>;
  'reporter.name'?: TextFilterOf<string>;
  'reporter.password'?: TextFilterOf<string | null>;
  'reporter.verified_at'?: FilterOf<string | Date | null>;
  'assignee.email'?: TextFilterOf<string>;
  'assignee.id'?: FilterOf<number>;
  'assignee.name'?: TextFilterOf<string>;
  'assignee.password'?: TextFilterOf<string | null>;
  'assignee.verified_at'?: FilterOf<string | Date | null>;
  'labels.color'?: TextFilterOf<string>;
  'labels.id'?: FilterOf<number>;
  'labels.name'?: TextFilterOf<string>;
  'comments.author_id'?: FilterOf<number>;
  'comments.body'?: TextFilterOf<string>;
  'comments.created_at'?: FilterOf<string | Date>;
  'comments.id'?: FilterOf<number>;
  'comments.issue_id'?: FilterOf<number>;
  'comments.updated_at'?: FilterOf<string | Date>;
  'comments.author.email'?: TextFilterOf<string>;
  'comments.author.id'?: FilterOf<number>;
  'comments.author.name'?: TextFilterOf<string>;
  'comments.author.password'?: TextFilterOf<string | null>;
  'comments.author.verified_at'?: FilterOf<string | Date | null>;
  commentCount?: FilterOf<number>;
  and?: readonly IssueWhere[];
  or?: readonly IssueWhere[];
};

type IssueOrder = keyof IssueRow | 'project.description' | 'project.id' | 'project.is_public' | 'project.name' | 'project.organization_id' | 'reporter.email' | 'reporter.id' | 'reporter.name' | 'reporter.password' | 'reporter.verified_at' | 'assignee.email' | 'assignee.id' | 'assignee.name' | 'assignee.password' | 'assignee.verified_at' | 'commentCount';

/** What `include` adds to a row. */
export type IssueRelated = {
  project: (Pick<ProjectRow, 'id' | 'organization_id' | 'name' | 'description' | 'is_public'>) | null;
  reporter: (Pick<UserRow, 'id' | 'name' | 'email'>) | null;
  assignee: (Pick<UserRow, 'id' | 'name' | 'email'>) | null;
  labels: (Pick<LabelRow, 'id' | 'name' | 'color'>)[];
  comments: (Pick<CommentRow, 'id' | 'issue_id' | 'author_id' | 'body' | 'created_at' | 'updated_at'> & { author?: (Pick<UserRow, 'id' | 'name' | 'email'>) | null })[];
  commentCount: number;
};

export type IssueProjectWhere = {
  description?: TextFilterOf<string | null>;
  id?: FilterOf<number>;
  is_public?: FilterOf<boolean>;
  name?: TextFilterOf<string>;
  organization_id?: FilterOf<number>;
  and?: readonly IssueProjectWhere[];
  or?: readonly IssueProjectWhere[];
};

export type IssueReporterWhere = {
  email?: TextFilterOf<string>;
  id?: FilterOf<number>;
  name?: TextFilterOf<string>;
  password?: TextFilterOf<string | null>;
  verified_at?: FilterOf<string | Date | null>;
  and?: readonly IssueReporterWhere[];
  or?: readonly IssueReporterWhere[];
};

export type IssueAssigneeWhere = {
  email?: TextFilterOf<string>;
  id?: FilterOf<number>;
  name?: TextFilterOf<string>;
  password?: TextFilterOf<string | null>;
  verified_at?: FilterOf<string | Date | null>;
  and?: readonly IssueAssigneeWhere[];
  or?: readonly IssueAssigneeWhere[];
};

export type IssueLabelsWhere = {
  color?: TextFilterOf<string>;
  id?: FilterOf<number>;
  name?: TextFilterOf<string>;
  and?: readonly IssueLabelsWhere[];
  or?: readonly IssueLabelsWhere[];
};

export type IssueCommentsAuthorWhere = {
  email?: TextFilterOf<string>;
  id?: FilterOf<number>;
  name?: TextFilterOf<string>;
  password?: TextFilterOf<string | null>;
  verified_at?: FilterOf<string | Date | null>;
  and?: readonly IssueCommentsAuthorWhere[];
  or?: readonly IssueCommentsAuthorWhere[];
};

export type IssueCommentsWhere = {
  author_id?: FilterOf<number>;
  body?: TextFilterOf<string>;
  created_at?: FilterOf<string | Date>;
  id?: FilterOf<number>;
  issue_id?: FilterOf<number>;
  updated_at?: FilterOf<string | Date>;
  author?: RelationFilterOf<IssueCommentsAuthorWhere>;
  'author.email'?: TextFilterOf<string>;
  'author.id'?: FilterOf<number>;
  'author.name'?: TextFilterOf<string>;
  'author.password'?: TextFilterOf<string | null>;
  'author.verified_at'?: FilterOf<string | Date | null>;
  and?: readonly IssueCommentsWhere[];
  or?: readonly IssueCommentsWhere[];
};

export interface IssueSql {
  archive_reason: string | null;
  archived_at: SqlColumn<string | null, string | Date | null>;
  assignee_id: number | null;
  body: string | null;
  created_at: SqlColumn<string, string | Date | undefined, string | Date>;
  deleted_at: SqlColumn<string | null, string | Date | null>;
  due_date: string | null;
  estimate: string | null;
  id: Generated<number>;
  number: number;
  priority: Generated<number>;
  project_id: number;
  reporter_id: number;
  status: Generated<'open' | 'doing' | 'done'>;
  title: string;
  updated_at: SqlColumn<string, string | Date | undefined, string | Date>;
}

export interface IssueLabelTable {
  id: number;
  row: IssueLabelRow;
  insert: IssueLabelInsert;
  update: IssueLabelUpdate;
  where: IssueLabelWhere;
  column: keyof IssueLabelRow;
  order: keyof IssueLabelRow | `-${keyof IssueLabelRow}`;
}

export type IssueLabelRow = {
  id: number;
  issue_id: number;
  label_id: number;
};

export type IssueLabelInsert = {
  id?: number | undefined;
  issue_id: number;
  label_id: number;
};

export type IssueLabelUpdate = {
  id?: number | Increment | undefined;
  issue_id?: number | Increment | undefined;
  label_id?: number | Increment | undefined;
};

export type IssueLabelWhere = {
  id?: FilterOf<number>;
  issue_id?: FilterOf<number>;
  label_id?: FilterOf<number>;
  and?: readonly IssueLabelWhere[];
  or?: readonly IssueLabelWhere[];
};

export interface IssueLabelSql {
  id: Generated<number>;
  issue_id: number;
  label_id: number;
}

export interface LabelTable {
  id: number;
  row: LabelRow;
  insert: LabelInsert;
  update: LabelUpdate;
  where: LabelWhere;
  column: keyof LabelRow;
  order: LabelOrder | `-${LabelOrder}`;
  related: LabelRelated;
}

export type LabelRow = {
  color: string;
  id: number;
  name: string;
};

export type LabelInsert = {
  color: string;
  id?: number | undefined;
  name: string;
};

export type LabelUpdate = {
  color?: string | undefined;
  id?: number | Increment | undefined;
  name?: string | undefined;
};

export type LabelWhere = {
  color?: TextFilterOf<string>;
  id?: FilterOf<number>;
  name?: TextFilterOf<string>;
  issueCount?: FilterOf<number>;
  and?: readonly LabelWhere[];
  or?: readonly LabelWhere[];
};

type LabelOrder = keyof LabelRow | 'issueCount';

/** What `include` adds to a row. */
export type LabelRelated = {
  issueCount: number;
};

export interface LabelSql {
  color: string;
  id: Generated<number>;
  name: string;
}

export interface MembershipTable {
  id: number;
  row: MembershipRow;
  insert: MembershipInsert;
  update: MembershipUpdate;
  where: MembershipWhere;
  column: keyof MembershipRow;
  order: MembershipOrder | `-${MembershipOrder}`;
  related: MembershipRelated;
}

export type MembershipRow = {
  id: number;
  organization_id: number;
  role: 'owner' | 'member' | 'guest';
  user_id: number;
};

export type MembershipInsert = {
  id?: number | undefined;
  organization_id: number;
  role?: 'owner' | 'member' | 'guest' | undefined;
  user_id: number;
};

export type MembershipUpdate = {
  id?: number | Increment | undefined;
  organization_id?: number | Increment | undefined;
  role?: 'owner' | 'member' | 'guest' | undefined;
  user_id?: number | Increment | undefined;
};

export type MembershipWhere = {
  id?: FilterOf<number>;
  organization_id?: FilterOf<number>;
  role?: TextFilterOf<'owner' | 'member' | 'guest'>;
  user_id?: FilterOf<number>;
  user?: RelationFilterOf<MembershipUserWhere>;
  organization?: RelationFilterOf<MembershipOrganizationWhere>;
  'user.email'?: TextFilterOf<string>;
  'user.id'?: FilterOf<number>;
  'user.name'?: TextFilterOf<string>;
  'user.password'?: TextFilterOf<string | null>;
  'user.verified_at'?: FilterOf<string | Date | null>;
  'organization.id'?: FilterOf<number>;
  'organization.name'?: TextFilterOf<string>;
  and?: readonly MembershipWhere[];
  or?: readonly MembershipWhere[];
};

type MembershipOrder = keyof MembershipRow | 'user.email' | 'user.id' | 'user.name' | 'user.password' | 'user.verified_at' | 'organization.id' | 'organization.name';

/** What `include` adds to a row. */
export type MembershipRelated = {
  user: (Pick<UserRow, 'id' | 'name' | 'email'>) | null;
  organization: (Pick<OrganizationRow, 'id' | 'name'>) | null;
};

export type MembershipUserWhere = {
  email?: TextFilterOf<string>;
  id?: FilterOf<number>;
  name?: TextFilterOf<string>;
  password?: TextFilterOf<string | null>;
  verified_at?: FilterOf<string | Date | null>;
  and?: readonly MembershipUserWhere[];
  or?: readonly MembershipUserWhere[];
};

export type MembershipOrganizationWhere = {
  id?: FilterOf<number>;
  name?: TextFilterOf<string>;
  and?: readonly MembershipOrganizationWhere[];
  or?: readonly MembershipOrganizationWhere[];
};

export interface MembershipSql {
  id: Generated<number>;
  organization_id: number;
  role: Generated<'owner' | 'member' | 'guest'>;
  user_id: number;
}

export interface OrganizationTable {
  id: number;
  row: OrganizationRow;
  insert: OrganizationInsert;
  update: OrganizationUpdate;
  where: OrganizationWhere;
  column: keyof OrganizationRow;
  order: OrganizationOrder | `-${OrganizationOrder}`;
  related: OrganizationRelated;
}

export type OrganizationRow = {
  id: number;
  name: string;
};

export type OrganizationInsert = {
  id?: number | undefined;
  name: string;
};

export type OrganizationUpdate = {
  id?: number | Increment | undefined;
  name?: string | undefined;
};

export type OrganizationWhere = {
  id?: FilterOf<number>;
  name?: TextFilterOf<string>;
  projects?: RelationFilterOf<OrganizationProjectsWhere>;
  memberships?: RelationFilterOf<OrganizationMembershipsWhere>;
  'projects.description'?: TextFilterOf<string | null>;
  'projects.id'?: FilterOf<number>;
  'projects.is_public'?: FilterOf<boolean>;
  'projects.name'?: TextFilterOf<string>;
  'projects.organization_id'?: FilterOf<number>;
  projectCount?: FilterOf<number>;
  'memberships.id'?: FilterOf<number>;
  'memberships.organization_id'?: FilterOf<number>;
  'memberships.role'?: TextFilterOf<'owner' | 'member' | 'guest'>;
  'memberships.user_id'?: FilterOf<number>;
  'memberships.user.email'?: TextFilterOf<string>;
  'memberships.user.id'?: FilterOf<number>;
  'memberships.user.name'?: TextFilterOf<string>;
  'memberships.user.password'?: TextFilterOf<string | null>;
  'memberships.user.verified_at'?: FilterOf<string | Date | null>;
  and?: readonly OrganizationWhere[];
  or?: readonly OrganizationWhere[];
};

type OrganizationOrder = keyof OrganizationRow | 'projectCount';

/** What `include` adds to a row. */
export type OrganizationRelated = {
  projects: (Pick<ProjectRow, 'id' | 'organization_id' | 'name' | 'description' | 'is_public'>)[];
  projectCount: number;
  memberships: (Pick<MembershipRow, 'id' | 'organization_id' | 'user_id' | 'role'> & { user?: (Pick<UserRow, 'id' | 'name' | 'email'>) | null })[];
};

export type OrganizationProjectsWhere = {
  description?: TextFilterOf<string | null>;
  id?: FilterOf<number>;
  is_public?: FilterOf<boolean>;
  name?: TextFilterOf<string>;
  organization_id?: FilterOf<number>;
  and?: readonly OrganizationProjectsWhere[];
  or?: readonly OrganizationProjectsWhere[];
};

export type OrganizationMembershipsUserWhere = {
  email?: TextFilterOf<string>;
  id?: FilterOf<number>;
  name?: TextFilterOf<string>;
  password?: TextFilterOf<string | null>;
  verified_at?: FilterOf<string | Date | null>;
  and?: readonly OrganizationMembershipsUserWhere[];
  or?: readonly OrganizationMembershipsUserWhere[];
};

export type OrganizationMembershipsWhere = {
  id?: FilterOf<number>;
  organization_id?: FilterOf<number>;
  role?: TextFilterOf<'owner' | 'member' | 'guest'>;
  user_id?: FilterOf<number>;
  user?: RelationFilterOf<OrganizationMembershipsUserWhere>;
  'user.email'?: TextFilterOf<string>;
  'user.id'?: FilterOf<number>;
  'user.name'?: TextFilterOf<string>;
  'user.password'?: TextFilterOf<string | null>;
  'user.verified_at'?: FilterOf<string | Date | null>;
  and?: readonly OrganizationMembershipsWhere[];
  or?: readonly OrganizationMembershipsWhere[];
};

export interface OrganizationSql {
  id: Generated<number>;
  name: string;
}

export interface ProjectTable {
  id: number;
  row: ProjectRow;
  insert: ProjectInsert;
  update: ProjectUpdate;
  where: ProjectWhere;
  column: keyof ProjectRow;
  order: ProjectOrder | `-${ProjectOrder}`;
  related: ProjectRelated;
}

export type ProjectRow = {
  description: string | null;
  id: number;
  is_public: boolean;
  name: string;
  organization_id: number;
};

export type ProjectInsert = {
  description?: string | null | undefined;
  id?: number | undefined;
  is_public?: boolean | undefined;
  name: string;
  organization_id: number;
};

export type ProjectUpdate = {
  description?: string | null | undefined;
  id?: number | Increment | undefined;
  is_public?: boolean | undefined;
  name?: string | undefined;
  organization_id?: number | Increment | undefined;
};

export type ProjectWhere = {
  description?: TextFilterOf<string | null>;
  id?: FilterOf<number>;
  is_public?: FilterOf<boolean>;
  name?: TextFilterOf<string>;
  organization_id?: FilterOf<number>;
  organization?: RelationFilterOf<ProjectOrganizationWhere>;
  issues?: RelationFilterOf<ProjectIssuesWhere>;
  'organization.id'?: FilterOf<number>;
  'organization.name'?: TextFilterOf<string>;
  'issues.archive_reason'?: TextFilterOf<string | null>;
  'issues.archived_at'?: FilterOf<string | Date | null>;
  'issues.assignee_id'?: FilterOf<number | null>;
  'issues.body'?: TextFilterOf<string | null>;
  'issues.created_at'?: FilterOf<string | Date>;
  'issues.deleted_at'?: FilterOf<string | Date | null>;
  'issues.due_date'?: FilterOf<string | Date | null>;
  'issues.estimate'?: FilterOf<string | number | null>;
  'issues.id'?: FilterOf<number>;
  'issues.number'?: FilterOf<number>;
  'issues.priority'?: FilterOf<number>;
  'issues.project_id'?: FilterOf<number>;
  'issues.reporter_id'?: FilterOf<number>;
  'issues.status'?: TextFilterOf<'open' | 'doing' | 'done'>;
  'issues.title'?: TextFilterOf<string>;
  'issues.updated_at'?: FilterOf<string | Date>;
  'issues.assignee.email'?: TextFilterOf<string>;
  'issues.assignee.id'?: FilterOf<number>;
  'issues.assignee.name'?: TextFilterOf<string>;
  'issues.assignee.password'?: TextFilterOf<string | null>;
  'issues.assignee.verified_at'?: FilterOf<string | Date | null>;
  issueCount?: FilterOf<number>;
  openIssueCount?: FilterOf<number>;
  and?: readonly ProjectWhere[];
  or?: readonly ProjectWhere[];
};

type ProjectOrder = keyof ProjectRow | 'organization.id' | 'organization.name' | 'issueCount' | 'openIssueCount';

/** What `include` adds to a row. */
export type ProjectRelated = {
  organization: (Pick<OrganizationRow, 'id' | 'name'>) | null;
  issues: (Pick<IssueRow, 'id' | 'project_id' | 'reporter_id' | 'assignee_id' | 'number' | 'title' | 'body' | 'status' | 'priority' | 'due_date' | 'estimate' | 'created_at' | 'updated_at' | 'archived_at' | 'archive_reason' | 'deleted_at'> & { assignee?: (Pick<UserRow, 'id' | 'name' | 'email'>) | null })[];
  issueCount: number;
  openIssueCount: number;
};

export type ProjectOrganizationWhere = {
  id?: FilterOf<number>;
  name?: TextFilterOf<string>;
  and?: readonly ProjectOrganizationWhere[];
  or?: readonly ProjectOrganizationWhere[];
};

export type ProjectIssuesAssigneeWhere = {
  email?: TextFilterOf<string>;
  id?: FilterOf<number>;
  name?: TextFilterOf<string>;
  password?: TextFilterOf<string | null>;
  verified_at?: FilterOf<string | Date | null>;
  and?: readonly ProjectIssuesAssigneeWhere[];
  or?: readonly ProjectIssuesAssigneeWhere[];
};

export type ProjectIssuesWhere = {
  archive_reason?: TextFilterOf<string | null>;
  archived_at?: FilterOf<string | Date | null>;
  assignee_id?: FilterOf<number | null>;
  body?: TextFilterOf<string | null>;
  created_at?: FilterOf<string | Date>;
  deleted_at?: FilterOf<string | Date | null>;
  due_date?: FilterOf<string | Date | null>;
  estimate?: FilterOf<string | number | null>;
  id?: FilterOf<number>;
  number?: FilterOf<number>;
  priority?: FilterOf<number>;
  project_id?: FilterOf<number>;
  reporter_id?: FilterOf<number>;
  status?: TextFilterOf<'open' | 'doing' | 'done'>;
  title?: TextFilterOf<string>;
  updated_at?: FilterOf<string | Date>;
  assignee?: RelationFilterOf<ProjectIssuesAssigneeWhere>;
  'assignee.email'?: TextFilterOf<string>;
  'assignee.id'?: FilterOf<number>;
  'assignee.name'?: TextFilterOf<string>;
  'assignee.password'?: TextFilterOf<string | null>;
  'assignee.verified_at'?: FilterOf<string | Date | null>;
  and?: readonly ProjectIssuesWhere[];
  or?: readonly ProjectIssuesWhere[];
};

export interface ProjectSql {
  description: string | null;
  id: Generated<number>;
  is_public: Generated<boolean>;
  name: string;
  organization_id: number;
}

export interface TokenTable {
  id: number;
  row: TokenRow;
  insert: TokenInsert;
  update: TokenUpdate;
  where: TokenWhere;
  column: keyof TokenRow;
  order: keyof TokenRow | `-${keyof TokenRow}`;
}

export type TokenRow = {
  abilities: unknown;
  created_at: string;
  expires_at: string | null;
  hash: string;
  id: number;
  kind: 'session' | 'api' | 'verify' | 'reset';
  name: string | null;
  updated_at: string;
  used_at: string | null;
  user_id: number;
};

export type TokenInsert = {
  abilities?: unknown;
  created_at?: string | Date | undefined;
  expires_at?: string | Date | null | undefined;
  hash: string;
  id?: number | undefined;
  kind: 'session' | 'api' | 'verify' | 'reset';
  name?: string | null | undefined;
  updated_at?: string | Date | undefined;
  used_at?: string | Date | null | undefined;
  user_id: number;
};

export type TokenUpdate = {
  abilities?: unknown;
  created_at?: string | Date | undefined;
  expires_at?: string | Date | null | undefined;
  hash?: string | undefined;
  id?: number | Increment | undefined;
  kind?: 'session' | 'api' | 'verify' | 'reset' | undefined;
  name?: string | null | undefined;
  updated_at?: string | Date | undefined;
  used_at?: string | Date | null | undefined;
  user_id?: number | Increment | undefined;
};

export type TokenWhere = {
  abilities?: FilterOf<null>;
  created_at?: FilterOf<string | Date>;
  expires_at?: FilterOf<string | Date | null>;
  hash?: TextFilterOf<string>;
  id?: FilterOf<number>;
  kind?: TextFilterOf<'session' | 'api' | 'verify' | 'reset'>;
  name?: TextFilterOf<string | null>;
  updated_at?: FilterOf<string | Date>;
  used_at?: FilterOf<string | Date | null>;
  user_id?: FilterOf<number>;
  and?: readonly TokenWhere[];
  or?: readonly TokenWhere[];
};

export interface TokenSql {
  abilities: SqlColumn<unknown, string | null>;
  created_at: SqlColumn<string, string | Date | undefined, string | Date>;
  expires_at: SqlColumn<string | null, string | Date | null>;
  hash: string;
  id: Generated<number>;
  kind: 'session' | 'api' | 'verify' | 'reset';
  name: string | null;
  updated_at: SqlColumn<string, string | Date | undefined, string | Date>;
  used_at: SqlColumn<string | null, string | Date | null>;
  user_id: number;
}

export interface UserTable {
  id: number;
  row: UserRow;
  insert: UserInsert;
  update: UserUpdate;
  where: UserWhere;
  column: keyof UserRow;
  order: UserOrder | `-${UserOrder}`;
  related: UserRelated;
}

export type UserRow = {
  email: string;
  id: number;
  name: string;
  password: string | null;
  verified_at: string | null;
};

export type UserInsert = {
  email: string;
  id?: number | undefined;
  name: string;
  password?: string | null | undefined;
  verified_at?: string | Date | null | undefined;
};

export type UserUpdate = {
  email?: string | undefined;
  id?: number | Increment | undefined;
  name?: string | undefined;
  password?: string | null | undefined;
  verified_at?: string | Date | null | undefined;
};

export type UserWhere = {
  email?: TextFilterOf<string>;
  id?: FilterOf<number>;
  name?: TextFilterOf<string>;
  password?: TextFilterOf<string | null>;
  verified_at?: FilterOf<string | Date | null>;
  reportedIssues?: RelationFilterOf<UserReportedIssuesWhere>;
  assignedIssues?: RelationFilterOf<UserAssignedIssuesWhere>;
  'reportedIssues.archive_reason'?: TextFilterOf<string | null>;
  'reportedIssues.archived_at'?: FilterOf<string | Date | null>;
  'reportedIssues.assignee_id'?: FilterOf<number | null>;
  'reportedIssues.body'?: TextFilterOf<string | null>;
  'reportedIssues.created_at'?: FilterOf<string | Date>;
  'reportedIssues.deleted_at'?: FilterOf<string | Date | null>;
  'reportedIssues.due_date'?: FilterOf<string | Date | null>;
  'reportedIssues.estimate'?: FilterOf<string | number | null>;
  'reportedIssues.id'?: FilterOf<number>;
  'reportedIssues.number'?: FilterOf<number>;
  'reportedIssues.priority'?: FilterOf<number>;
  'reportedIssues.project_id'?: FilterOf<number>;
  'reportedIssues.reporter_id'?: FilterOf<number>;
  'reportedIssues.status'?: TextFilterOf<'open' | 'doing' | 'done'>;
  'reportedIssues.title'?: TextFilterOf<string>;
  'reportedIssues.updated_at'?: FilterOf<string | Date>;
  'assignedIssues.archive_reason'?: TextFilterOf<string | null>;
  'assignedIssues.archived_at'?: FilterOf<string | Date | null>;
  'assignedIssues.assignee_id'?: FilterOf<number | null>;
  'assignedIssues.body'?: TextFilterOf<string | null>;
  'assignedIssues.created_at'?: FilterOf<string | Date>;
  'assignedIssues.deleted_at'?: FilterOf<string | Date | null>;
  'assignedIssues.due_date'?: FilterOf<string | Date | null>;
  'assignedIssues.estimate'?: FilterOf<string | number | null>;
  'assignedIssues.id'?: FilterOf<number>;
  'assignedIssues.number'?: FilterOf<number>;
  'assignedIssues.priority'?: FilterOf<number>;
  'assignedIssues.project_id'?: FilterOf<number>;
  'assignedIssues.reporter_id'?: FilterOf<number>;
  'assignedIssues.status'?: TextFilterOf<'open' | 'doing' | 'done'>;
  'assignedIssues.title'?: TextFilterOf<string>;
  'assignedIssues.updated_at'?: FilterOf<string | Date>;
  assignedCount?: FilterOf<number>;
  and?: readonly UserWhere[];
  or?: readonly UserWhere[];
};

type UserOrder = keyof UserRow | 'assignedCount';

/** What `include` adds to a row. */
export type UserRelated = {
  reportedIssues: (Pick<IssueRow, 'id' | 'project_id' | 'reporter_id' | 'assignee_id' | 'number' | 'title' | 'body' | 'status' | 'priority' | 'due_date' | 'estimate' | 'created_at' | 'updated_at' | 'archived_at' | 'archive_reason' | 'deleted_at'>)[];
  assignedIssues: (Pick<IssueRow, 'id' | 'project_id' | 'reporter_id' | 'assignee_id' | 'number' | 'title' | 'body' | 'status' | 'priority' | 'due_date' | 'estimate' | 'created_at' | 'updated_at' | 'archived_at' | 'archive_reason' | 'deleted_at'>)[];
  assignedCount: number;
};

export type UserReportedIssuesWhere = {
  archive_reason?: TextFilterOf<string | null>;
  archived_at?: FilterOf<string | Date | null>;
  assignee_id?: FilterOf<number | null>;
  body?: TextFilterOf<string | null>;
  created_at?: FilterOf<string | Date>;
  deleted_at?: FilterOf<string | Date | null>;
  due_date?: FilterOf<string | Date | null>;
  estimate?: FilterOf<string | number | null>;
  id?: FilterOf<number>;
  number?: FilterOf<number>;
  priority?: FilterOf<number>;
  project_id?: FilterOf<number>;
  reporter_id?: FilterOf<number>;
  status?: TextFilterOf<'open' | 'doing' | 'done'>;
  title?: TextFilterOf<string>;
  updated_at?: FilterOf<string | Date>;
  and?: readonly UserReportedIssuesWhere[];
  or?: readonly UserReportedIssuesWhere[];
};

export type UserAssignedIssuesWhere = {
  archive_reason?: TextFilterOf<string | null>;
  archived_at?: FilterOf<string | Date | null>;
  assignee_id?: FilterOf<number | null>;
  body?: TextFilterOf<string | null>;
  created_at?: FilterOf<string | Date>;
  deleted_at?: FilterOf<string | Date | null>;
  due_date?: FilterOf<string | Date | null>;
  estimate?: FilterOf<string | number | null>;
  id?: FilterOf<number>;
  number?: FilterOf<number>;
  priority?: FilterOf<number>;
  project_id?: FilterOf<number>;
  reporter_id?: FilterOf<number>;
  status?: TextFilterOf<'open' | 'doing' | 'done'>;
  title?: TextFilterOf<string>;
  updated_at?: FilterOf<string | Date>;
  and?: readonly UserAssignedIssuesWhere[];
  or?: readonly UserAssignedIssuesWhere[];
};

export interface UserSql {
  email: string;
  id: Generated<number>;
  name: string;
  password: string | null;
  verified_at: SqlColumn<string | null, string | Date | null>;
}
