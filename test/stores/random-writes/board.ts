import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  type AfterWrite,
  type BeforeWrite,
  createRestRouter,
  definePolicy,
  type RestRouterOptions,
} from '@rest-gen/router';
import express from 'express';
import { defineLogic, partial } from '../../../packages/logic/src/index.ts';
import type { Models } from '../../../packages/model/src/index.ts';
import Rest from '../../fixture/rest.ts';
import { apart } from '../fixture.ts';

/** The tables of the board: projects with issues, their labels and comments, and a log of the hooks. */
export const migrations: string = fileURLToPath(new URL('../fixtures/board', import.meta.url));

const issue = {
  project_id: { required: true, int: true },
  title: { required: true, string: true, length: { max: 10 } },
  note: { string: true, nullable: true },
  priority: { int: { min: 0, max: 9 }, default: 1 },
  secret: { boolean: true },
  data: { object: true, nullable: true },
  code: { string: true, createOnly: true },
  state: { string: true, readOnly: true },
  owner_id: { int: true },
  labels: { array: true, children: { int: true } },
} as const;

const comment = {
  issue_id: { required: true, int: true, createOnly: true },
  text: { required: true, string: true, length: { max: 10 } },
  stars: { int: { min: 0, max: 5 }, nullable: true },
} as const;

const logics = {
  issue: defineLogic({
    params: { id: { int: true } },
    postAction: { body: issue },
    putAction: { body: issue },
    patchAction: { body: partial(issue) },
  }),
  comment: defineLogic({
    params: { id: { int: true } },
    postAction: { body: comment },
    putAction: { body: comment },
    patchAction: { body: partial(comment) },
  }),
};

/** Calls of `afterCommit`, in the words of the log. */
export const committed: string[] = [];

/** What the hooks of a table say about a write. */
export function entryOf(table: string, action: string, before: string | undefined, after: string | undefined): string {
  return `${table} ${action} ${before} ${after}`;
}

class Issue extends Rest {
  static bulk = ['post', 'patch', 'delete'] as const;
  static upsert = true;
  static softDelete = 'deleted_at';
  static include = {
    labels: { through: 'issue_label', order: 'id' },
    comments: { write: true, order: 'id' },
  } as const;

  override restoreAction() {
    return this.restore(() => this.record);
  }
  override beforeWrite({ action, values, before }: BeforeWrite) {
    if (values.title === 'Stop' || (action === 'delete' && before.title === 'Keep')) this.fail(403, 'Before');
    // Another value for each record, also where all get the same title.
    if (action !== 'delete') values.slug = String(values.title ?? before?.title).toLowerCase();
  }
  override async afterWrite({ action, before, after }: AfterWrite) {
    await this.model('log').add({ entry: entryOf('issue', action, nameOf(before), nameOf(after)) });
    if (after?.priority === 9) this.fail(403, 'After');
  }
  override afterCommit({ action, before, after }: AfterWrite) {
    committed.push(entryOf('issue', action, nameOf(before), nameOf(after)));
  }
}

function nameOf(row: Record<string, unknown> | undefined): string | undefined {
  return row && `${row.title}/${row.slug}/${row.priority}`;
}

function textOf(row: Record<string, unknown> | undefined): string | undefined {
  return row && String(row.text);
}

class Comment extends Rest {
  override async afterWrite({ action, before, after }: AfterWrite) {
    await this.model('log').add({ entry: entryOf('comment', action, textOf(before), textOf(after)) });
    if (after?.stars === 5) this.fail(403, 'After');
  }
  override afterCommit({ action, before, after }: AfterWrite) {
    committed.push(entryOf('comment', action, textOf(before), textOf(after)));
  }
}

class Plain extends Rest {}

const own = (user: { readonly id?: unknown }) => ({ owner_id: user.id }) as never;
const everyone = definePolicy('everyone');

const policies = {
  issue: definePolicy({ read: [{ secret: false }, own], create: own, update: own, delete: own } as never),
  label: definePolicy({ read: [{ owner_id: null }, own] } as never),
  comment: definePolicy({ read: 'everyone', create: 'user', update: 'user', delete: 'user' }),
  project: everyone,
  log: everyone,
};

/** Serve the board under `/open`, and with policies under `/ruled`. */
export async function serveBoard(models: Models): Promise<{ url: string; close(): Promise<void> }> {
  const app = express();
  for (const [prefix, rules] of [
    ['/open', {}],
    ['/ruled', policies],
  ] as const) {
    const router = createRestRouter({
      rules: [
        ['/issue/:id/restore', 'issue#restore', 'rest'],
        ['/project/:project_id/issue/:id?', '/issue', 'rest'],
        ['/:name(project|issue|comment|label|log)/:id?', '/:name', 'rest'],
      ],
      logics,
      model: apart(models),
      log: false,
      policies: rules,
      controllers: {
        issue: Issue,
        comment: Comment,
        project: Plain,
        label: class extends Rest {},
        log: class extends Rest {},
      },
      user: (({ headers }: { headers: Record<string, string | undefined> }) =>
        headers['x-user'] === undefined ? undefined : { id: Number(headers['x-user']) }) as never,
    } as unknown as RestRouterOptions);
    app.use(prefix, router);
    await router.ready;
  }
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
