// Written by `rest-gen types`. Do not edit; run it again when the tables have changed.
import type { FilterOf, Generated, Increment, SqlColumn } from '@rest-gen/router';

declare module '@rest-gen/router' {
  /** Of `this.model(…)`, `models.model(…)` and `models.repository(…)`. */
  interface Tables {
    comment: CommentTable;
    issue: IssueTable;
    issue_label: IssueLabelTable;
    label: LabelTable;
    organization: OrganizationTable;
    project: ProjectTable;
    user: UserTable;
  }
  /** Of `models.kysely`. */
  interface SqlTables {
    comment: CommentSql;
    issue: IssueSql;
    issue_label: IssueLabelSql;
    label: LabelSql;
    organization: OrganizationSql;
    project: ProjectSql;
    user: UserSql;
  }
}

export interface CommentTable {
  id: number;
  row: CommentRow;
  insert: CommentInsert;
  update: CommentUpdate;
  where: CommentWhere;
  column: keyof CommentRow;
  order: keyof CommentRow | `-${keyof CommentRow}`;
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
  body?: FilterOf<string>;
  created_at?: FilterOf<string | Date>;
  id?: FilterOf<number>;
  issue_id?: FilterOf<number>;
  updated_at?: FilterOf<string | Date>;
};

export interface CommentSql {
  author_id: number;
  body: string;
  created_at: SqlColumn<string, string | Date | undefined, string | Date>;
  id: Generated<number>;
  issue_id: number;
  updated_at: SqlColumn<string, string | Date | undefined, string | Date>;
}

export interface IssueTable {
  id: number;
  row: IssueRow;
  insert: IssueInsert;
  update: IssueUpdate;
  where: IssueWhere;
  column: keyof IssueRow;
  order: keyof IssueRow | `-${keyof IssueRow}`;
}

export type IssueRow = {
  assignee_id: number | null;
  body: string | null;
  created_at: string;
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
  assignee_id?: number | null | undefined;
  body?: string | null | undefined;
  created_at?: string | Date | undefined;
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
  assignee_id?: number | Increment | null | undefined;
  body?: string | null | undefined;
  created_at?: string | Date | undefined;
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
  assignee_id?: FilterOf<number | null>;
  body?: FilterOf<string | null>;
  created_at?: FilterOf<string | Date>;
  due_date?: FilterOf<string | Date | null>;
  estimate?: FilterOf<string | number | null>;
  id?: FilterOf<number>;
  number?: FilterOf<number>;
  priority?: FilterOf<number>;
  project_id?: FilterOf<number>;
  reporter_id?: FilterOf<number>;
  status?: FilterOf<'open' | 'doing' | 'done'>;
  title?: FilterOf<string>;
  updated_at?: FilterOf<string | Date>;
};

export interface IssueSql {
  assignee_id: number | null;
  body: string | null;
  created_at: SqlColumn<string, string | Date | undefined, string | Date>;
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
  order: keyof LabelRow | `-${keyof LabelRow}`;
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
  color?: FilterOf<string>;
  id?: FilterOf<number>;
  name?: FilterOf<string>;
};

export interface LabelSql {
  color: string;
  id: Generated<number>;
  name: string;
}

export interface OrganizationTable {
  id: number;
  row: OrganizationRow;
  insert: OrganizationInsert;
  update: OrganizationUpdate;
  where: OrganizationWhere;
  column: keyof OrganizationRow;
  order: keyof OrganizationRow | `-${keyof OrganizationRow}`;
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
  name?: FilterOf<string>;
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
  order: keyof ProjectRow | `-${keyof ProjectRow}`;
}

export type ProjectRow = {
  description: string | null;
  id: number;
  name: string;
  organization_id: number;
};

export type ProjectInsert = {
  description?: string | null | undefined;
  id?: number | undefined;
  name: string;
  organization_id: number;
};

export type ProjectUpdate = {
  description?: string | null | undefined;
  id?: number | Increment | undefined;
  name?: string | undefined;
  organization_id?: number | Increment | undefined;
};

export type ProjectWhere = {
  description?: FilterOf<string | null>;
  id?: FilterOf<number>;
  name?: FilterOf<string>;
  organization_id?: FilterOf<number>;
};

export interface ProjectSql {
  description: string | null;
  id: Generated<number>;
  name: string;
  organization_id: number;
}

export interface UserTable {
  id: number;
  row: UserRow;
  insert: UserInsert;
  update: UserUpdate;
  where: UserWhere;
  column: keyof UserRow;
  order: keyof UserRow | `-${keyof UserRow}`;
}

export type UserRow = {
  email: string;
  id: number;
  name: string;
};

export type UserInsert = {
  email: string;
  id?: number | undefined;
  name: string;
};

export type UserUpdate = {
  email?: string | undefined;
  id?: number | Increment | undefined;
  name?: string | undefined;
};

export type UserWhere = {
  email?: FilterOf<string>;
  id?: FilterOf<number>;
  name?: FilterOf<string>;
};

export interface UserSql {
  email: string;
  id: Generated<number>;
  name: string;
}
