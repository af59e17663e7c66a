/** What each script in this folder does with one generated client, on the issues of examples/tracker. */
export interface Client {
  create(values: NewIssue): Promise<Reply<Issue>>;
  /** Issues with `priority[gte]=3` and one of the titles, the newest first, two on a page. */
  list(page: number, titles: readonly string[]): Promise<Reply<ListedIssue[]>>;
  /** With its project, its comments and their authors. */
  read(id: number): Promise<Reply<IncludingIssue>>;
  update(id: number, changes: { title: string }, tag: string): Promise<Reply<Issue>>;
  remove(id: number): Promise<Reply<unknown>>;
}

export type Connect = (url: string, token: string) => Client;

export interface Reply<T> {
  readonly status: number;
  /** The record, or the problem document of an error. */
  readonly body: T | Problem | undefined;
  /** A header field of the response, in lower case. */
  header(name: string): string | null;
}

export interface NewIssue {
  readonly project_id: number;
  readonly title: string;
  readonly priority?: number;
}

// Generated types have to fit these.

export interface Issue {
  readonly id: number;
  readonly title: string;
  readonly priority: number;
  readonly assignee_id: number | null;
}

export type ListedIssue = Partial<Issue>;

export interface IncludingIssue extends Issue {
  readonly project?: { readonly name: string } | null;
  readonly comments?: readonly { readonly body: string; readonly author?: { readonly name: string } | null }[];
}

export interface Problem {
  readonly code?: string;
  readonly errors?: readonly { readonly pointer?: string }[];
}

/** Schemas of zod for the books of the fixture. */
export interface Schemas {
  readonly body: Schema;
  readonly record: Schema;
  readonly list: Schema;
  /** That of hey-api takes a string. */
  readonly upload?: Schema;
}

export interface Schema {
  safeParse(value: unknown): { readonly success: boolean };
}
