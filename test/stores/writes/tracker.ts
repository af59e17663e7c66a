import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  type ControllerClass,
  createRestRouter,
  type Policy,
  type RestRouterOptions,
  type Row,
} from '@rest-gen/router';
import express from 'express';
import { defineLogic, partial } from '../../../packages/logic/src/index.ts';
import type { Models } from '../../../packages/model/src/index.ts';
import Rest from '../../fixture/rest.ts';
import { apart } from '../fixture.ts';

export const migrations: string = fileURLToPath(new URL('../fixtures/writes', import.meta.url));

/** The tables with what was written, in the order in which they can be emptied. */
export const WRITTEN = ['attachment', 'comment_label', 'issue_label', 'issue_topic', 'comment', 'issue'] as const;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what JSON holds.
  readonly body: any;
}

/** An application with issues, their labels and topics, comments and attachments. */
export interface Tracker {
  readonly models: Models;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Pairs of a table between two others: `1-2`. */
  links(table: 'issue_label' | 'issue_topic' | 'comment_label'): Promise<string[]>;
  rows(table: string): Promise<Row[]>;
  close(): Promise<void>;
}

const ids = { array: true, children: { int: true } } as const;

const issue = {
  title: { required: true, string: true },
  body: { string: true, nullable: true },
  owner_id: { int: true, default: 1 },
  labels: ids,
  topics: ids,
} as const;

export const logics = {
  issue: defineLogic({
    postAction: { body: issue },
    putAction: { body: issue },
    patchAction: { body: partial(issue) },
  }),
  comment: defineLogic({
    params: { id: { int: true } },
    postAction: {
      query: { never: { required: true } },
      body: {
        issue_id: { required: true, int: true },
        text: { required: true, string: true, trim: true, length: { min: 2 } },
        author_id: { int: true },
        labels: ids,
      },
    },
  }),
  attachment: defineLogic({
    postAction: { body: { comment_id: { required: true, int: true }, name: { required: true, string: true } } },
  }),
  label: defineLogic({ postAction: { body: { name: { required: true, string: true } } } }),
};

export class Issue extends Rest {
  static bulk = ['post', 'patch'] as const;
  static upsert = true;
  static include = {
    labels: { through: 'issue_label', order: 'id' },
    topics: { through: 'issue_topic', order: 'id' },
    comments: {
      write: true,
      order: 'id',
      include: { attachments: { write: true, order: 'id' }, labels: { through: 'comment_label', order: 'id' } },
    },
  } as const;
}
export class Comment extends Rest {
  static actions = ['get'];
}
export class Attachment extends Rest {}
export class Label extends Rest {}
export class Topic extends Rest {}
export class IssueLabel extends Rest {}
export class CommentLabel extends Rest {}

export interface TrackerOptions extends Partial<Omit<RestRouterOptions, 'controllers' | 'policies'>> {
  readonly controllers?: Record<string, ControllerClass>;
  readonly policies?: Record<string, Policy>;
  /** Keep what an earlier one has written. */
  readonly keep?: boolean;
}

/** Serve it with a store that has the tables; what an earlier one has written is deleted. */
export async function openTracker(models: Models, { keep, ...options }: TrackerOptions = {}): Promise<Tracker> {
  for (const table of keep ? [] : WRITTEN) await models.kysely.deleteFrom(table).execute();
  const own = apart(models);
  const router = createRestRouter({
    rules: [['/:name(issue|comment|attachment|label|topic)/:id?', '/:name', 'rest']],
    logics,
    model: own,
    log: false,
    policies: {},
    user: (({ headers }: { headers: Record<string, string | undefined> }) =>
      headers['x-user'] === undefined ? undefined : { id: Number(headers['x-user']) }) as never,
    ...options,
    controllers: {
      issue: Issue,
      comment: Comment,
      attachment: Attachment,
      label: Label,
      topic: Topic,
      ...options.controllers,
    },
  } as RestRouterOptions);
  await router.ready;
  const server = express().use(router).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const rows = (table: string): Promise<Row[]> => models.kysely.selectFrom(table).selectAll().execute() as never;
  return {
    models: own,
    rows,
    async send(method, path, body, headers = {}) {
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { 'Content-Type': type, ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
    },
    async links(table) {
      const [one, two] = table.split('_') as [string, string];
      const pairs = (await rows(table)).map((row) => `${row[`${one}_id`]}-${row[`${two}_id`]}`);
      return pairs.sort();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
