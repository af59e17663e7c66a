import { defineLogic, partial } from '@rest-gen/logic';
import { createRestRouter, type ModelProvider, type Row } from '@rest-gen/router';
import express, { type Express } from 'express';
import Rest from '../../../../test/fixture/rest.ts';
import { Order, Report } from './orders.ts';
import { Setting, settingLogic } from './settings.ts';
import { Ticket } from './ticket.ts';

const fields = {
  title: { required: true, string: true, trim: true, length: { max: 80 } },
  views: { int: { min: 0 }, default: 0 },
  note: { string: true, nullable: true },
  editKey: { string: true, nullable: true, secret: true },
} as const;

const logic = defineLogic({
  params: { id: { int: { min: 1 } } },
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});

const orderLogic = defineLogic({ postAction: { body: { item: { required: true, string: true } } } });

class Post extends Rest<typeof logic> {
  static bulk = ['post', 'patch', 'delete'];
}

/** The application that `docs/http.md` and its neighbors talk to. */
export function createApplication(model: ModelProvider): Express {
  const app = express().disable('x-powered-by');
  app.use(
    createRestRouter({ rules: [['/post/:id?', 'rest']], controllers: { post: Post }, logics: { post: logic }, model }),
  );
  const logics = { order: orderLogic };
  app.use(createRestRouter({ rules: [['/order', 'rest']], controllers: { order: Order }, logics, model }));
  const settings = { controllers: { setting: Setting }, logics: { setting: settingLogic }, model };
  app.use(createRestRouter({ rules: [['/setting/:id?', 'rest']], ...settings }));
  app.use(createRestRouter({ rules: [['/report', 'rest']], controllers: { report: Report }, timeout: 100 }));
  app.use(createRestRouter({ rules: [['/ticket', 'rest']], controllers: { ticket: Ticket } }));
  return app;
}

/** The records that each page begins with. */
export const records: Readonly<Record<string, readonly Row[]>> = {
  post: [
    { title: 'First', views: 12, note: null, editKey: 'k1' },
    { title: 'Second', views: 3, note: 'draft', editKey: 'k2' },
    { title: 'Third', views: 12, note: null, editKey: 'k3' },
    { title: 'Fourth', views: 40, note: 'draft', editKey: 'k4' },
    { title: 'Fifth', views: 7, note: null, editKey: 'k5' },
  ],
};
