import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import express from 'express';
import request from 'supertest';
import tsBlankSpace from 'ts-blank-space';
import { createOpenApi } from '../packages/openapi/src/index.ts';
import { Controller, createRestRouter } from '../packages/router/src/index.ts';
import type { CreatePart } from '../packages/router/src/part.ts';
import { readPrograms } from './programs/read-programs.ts';
import { ROOT } from './workspace.ts';

describe('docs/parts.md', () => {
  const cache = join(ROOT, 'packages/openapi/node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'parts-'));
  let timing: CreatePart;

  before(async () => {
    const program = readPrograms('docs/parts.md').find(({ text }) => text.startsWith('// src/parts/timing.ts'));
    const file = join(folder, 'timing.mjs');
    writeFileSync(file, tsBlankSpace(program?.text ?? ''));
    ({ timing } = (await import(pathToFileURL(file).href)) as { timing: CreatePart });
  });

  after(() => rmSync(folder, { recursive: true }));

  const rules = [['/:id?', 'post', 'rest']] as const;
  class Post extends Controller {
    static timing = true;
    async getAction() {
      return { ok: true };
    }
  }

  it('adds its header to the answers and to the document', async () => {
    const router = createRestRouter({ rules, controllers: { post: Post }, parts: [timing] });
    const answer = await request(express().use(router)).get('/').expect(200);
    expect(answer.headers['server-timing']).to.match(/^action;dur=\d+\.\d$/);
    const document = await createOpenApi(router, { info: { title: 'Timing', version: '1' } });
    expect(document).to.have.nested.property('paths./.get.responses.200.headers.Server-Timing');
  });

  it('leaves other classes alone', async () => {
    const router = createRestRouter({
      rules,
      controllers: {
        post: class extends Post {
          static override timing = false;
        },
      },
      parts: [timing],
    });
    const answer = await request(express().use(router)).get('/').expect(200);
    expect(answer.headers).not.to.have.property('server-timing');
  });

  it('refuses a wrong value, a misspelled name, and a second part with the same static member', () => {
    const start = (statics: object, parts: readonly CreatePart[] = [timing]) =>
      createRestRouter({ rules, controllers: { post: Object.assign(class extends Controller {}, statics) }, parts });
    expect(() => start({ timing: 'yes' }))
      .to.throw('static timing is')
      .with.property('code', 'E_CONTROLLER_STATIC');
    expect(() => start({ Timing: true })).to.throw('did you mean timing?');
    const other: CreatePart = (project) => ({ ...timing(project), name: 'other' });
    expect(() => start({}, [timing, other]))
      .to.throw('static timing')
      .with.property('code', 'E_PART');
    expect(() => start({}, [timing, timing]))
      .to.throw('the name')
      .with.property('code', 'E_PART');
    expect(() => start({}, [(() => undefined) as never]))
      .to.throw('which is no part')
      .with.property('code', 'E_PART');
  });

  it('ends with the router', async () => {
    const calls: string[] = [];
    const part: CreatePart = () => ({
      name: 'background',
      statics: {},
      start: ({ router }) => {
        router.get('/history', (_req, res) => void res.json([]));
      },
      close: async () => void calls.push('closed'),
    });
    const router = createRestRouter({ rules, controllers: { post: Post }, parts: [part] });
    await request(express().use(router)).get('/history').expect(200, []);
    await router.close();
    expect(calls).to.eql(['closed']);
  });
});
