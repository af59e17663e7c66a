import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineLogic } from '@rest-gen/logic';
import { createModels, type Models, sql } from '@rest-gen/model';
import { type ControllerClass, createRestRouter, type RestRouter } from '@rest-gen/router';
import express from 'express';
import Rest from '../../../../test/fixture/rest.ts';

export class Issue extends Rest {
  static idempotent = true;
  static bulk = ['post', 'patch', 'delete'];
  static include = { comments: { max: 2 }, commentCount: { count: 'comment' } };
  static search = ['title'];
  static aggregate = ['id', 'state', 'due'];
  async archiveAction(): Promise<unknown> {
    return this.change({ state: 'archived', reason: this.post('reason') });
  }
}

export class Comment extends Rest {
  static pageSize = 2;
  static maxPageSize = 2;
}

const ISSUE = {
  title: { required: true, string: true, length: { max: 40 } },
  state: { string: true, in: ['open', 'archived'], default: 'open' },
  due: { string: true, nullable: true },
} as const;

/** A service of issues and comments, on SQLite in memory. */
export interface Service {
  readonly url: string;
  readonly router: RestRouter;
  readonly models: Models;
  close(): Promise<void>;
}

export async function serveIssues(): Promise<Service> {
  const models = createModels('sqlite::memory:');
  for (const table of TABLES) await sql.raw(table).execute(models.kysely);
  return serveModels(models, { issue: Issue, comment: Comment });
}

/** Serve issues and comments of a database. */
export async function serveModels(
  models: Models,
  controllers: { readonly issue: ControllerClass; readonly comment: ControllerClass },
): Promise<Service> {
  const router = createRestRouter({
    rules: [
      ['/issue/:id/archive', 'issue#archive', 'rest'],
      ['/issue/:id?', 'rest'],
      ['/issue/:issue_id/comment/:id?', '/comment', 'rest'],
      ['/comment/:id?', 'rest'],
    ],
    controllers,
    logics: {
      issue: defineLogic({
        postAction: { body: ISSUE },
        putAction: { body: ISSUE },
        patchAction: { body: { ...ISSUE, title: { string: true, length: { max: 40 } } } },
        archiveAction: { body: { reason: { required: true, string: true } } },
      }),
      comment: defineLogic({
        postAction: { body: { issue_id: { int: true }, body: { required: true, string: true } } },
        patchAction: { body: { body: { string: true } } },
      }),
    },
    model: models,
    log: false,
  });
  await router.ready;
  const server = createServer(express().use('/api', router));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    router,
    models,
    async close() {
      server.closeAllConnections();
      server.close();
      await router.close();
      await models.close();
    },
  };
}

// --- internal ---

const TABLES = [
  `create table issue (id integer primary key, title text not null, state text not null default 'open', due text, reason text unique)`,
  'create table comment (id integer primary key, issue_id integer not null references issue (id), body text not null)',
  `create table idempotency_key (id text primary key, fingerprint text not null, status integer, headers json, body text,
    locked_until datetime not null, created_at datetime not null)`,
];
