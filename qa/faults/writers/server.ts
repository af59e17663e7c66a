import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { defineLogic, partial } from '@rest-gen/logic';
import { createModels } from '@rest-gen/model';
import { type AfterWrite, type BeforeWrite, createRestRouter, type RestRouterOptions } from '@rest-gen/router';
import express from 'express';
import Rest from '../../../test/fixture/rest.ts';

// One process of several on the store that DATABASE_URL names: issues with hooks, notes without, both with labels; tasks that are deleted softly.

const migrations = fileURLToPath(new URL('migrations', import.meta.url));
const models = createModels(process.env.DATABASE_URL as string, { migrations, autoMigrate: false });

class Issue extends Rest {
  static bulk = ['patch'] as const;
  static include = { labels: { through: 'issue_label' }, comments: { write: true } } as const;

  override beforeWrite({ values, before }: BeforeWrite) {
    values.writes = Number(before?.writes ?? 0) + 1;
  }
  override async afterWrite({ after }: AfterWrite) {
    if (after) await this.model('log').add({ issue_id: after.id, mark: after.mark });
  }
}

class Note extends Rest {
  static include = { labels: { through: 'note_label' } } as const;
}

/** A delete and a restore write the log, too. */
class Task extends Rest {
  static bulk = ['delete'] as const;
  static softDelete = 'deleted_at';

  override async afterWrite({ before, after }: AfterWrite) {
    await this.model('log').add({ issue_id: -Number((after ?? before)?.id), mark: after ? 'restore' : 'delete' });
  }

  /** Restore both of a pair, or none. */
  async restorePairAction() {
    return this.transaction(async () => {
      const pair = this.model()
        .deleted()
        .where({ pair: Number(this.id) });
      return { restored: await pair.update({ deleted_at: null }) };
    });
  }
}

class Comment extends Rest {}
class Label extends Rest {}

const labels = { array: true, children: { int: true } } as const;
const issue = {
  title: { required: true, string: true },
  count: { int: true, default: 0 },
  mark: { string: true },
  labels,
} as const;
const note = { text: { string: true }, labels } as const;

const app = express().use(
  createRestRouter({
    model: models,
    timeout: 10_000,
    rules: [
      ['/task/:id/restore', 'task#restorePair', 'rest'],
      ['/:name(issue|task|note|comment|label)/:id?', '/:name', 'rest'],
    ],
    controllers: { issue: Issue, task: Task, note: Note, comment: Comment, label: Label },
    logics: {
      issue: defineLogic({ postAction: { body: issue }, patchAction: { body: partial(issue) } }),
      note: defineLogic({ patchAction: { body: note } }),
      comment: defineLogic({
        postAction: { body: { issue_id: { required: true, int: true }, text: { required: true, string: true } } },
      }),
    },
  } as unknown as RestRouterOptions),
);
await models.migrate();
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => server.close(() => void models.close()));
