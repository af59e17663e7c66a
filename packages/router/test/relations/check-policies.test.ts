import { DataError, type Restrictions } from '@rest-gen/model/core';
import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import { Controller, createRestRouter, definePolicy, type Policy, StartError } from '../../src/index.ts';
import { memoryModels } from '../memory-models.ts';
import { keepQuiet } from '../serve.ts';
import { describedModels } from './described-models.ts';

const TABLES = {
  post: { id: 'integer', title: 'string', author_id: 'user.id', team_id: 'team.id' },
  user: { id: 'integer', name: 'string', boss_id: 'user.id' },
  team: { id: 'integer', name: 'string' },
  membership: { id: 'integer', team_id: 'team.id', user_id: 'user.id' },
  tag: { id: 'integer', name: 'string' },
  post_tag: { id: 'integer', post_id: 'post.id', tag_id: 'tag.id' },
};

class Plain extends Controller {
  async getAction() {
    return (await this.model().select()).length;
  }
}
class Health extends Controller {
  getAction() {
    return 'up';
  }
}
const EVERYONE = definePolicy('everyone');

function start(policies: Record<string, Policy>, include?: object, model = describedModels(TABLES) as never) {
  const Post = include ? Object.assign(class extends Plain {}, { include }) : Plain;
  const rules = ['post', 'health'].map((name) => [`/${name}`, 'rest'] as const);
  const controllers = { post: Post, health: Health };
  const router = createRestRouter({ rules, controllers, policies, model, log: false });
  return { router, agent: supertest(express().use(router)) };
}

async function startErrorOf(...given: Parameters<typeof start>): Promise<StartError> {
  const error = await (async () => start(...given).router.ready)().catch((one: unknown) => one);
  if (error instanceof StartError) return error;
  throw new Error('It started.');
}

describe('policies at start', () => {
  keepQuiet();

  const REFUSED: readonly (readonly [
    what: string,
    policies: Record<string, Policy>,
    include: object | undefined,
    message: RegExp,
  ])[] = [
    [
      'a table that does not exist',
      { psot: EVERYONE, post: EVERYONE },
      undefined,
      /the policy "psot": .*Did you mean "post"\?/s,
    ],
    [
      'a table with another name',
      { zebra: EVERYONE, post: EVERYONE },
      undefined,
      /the policy "zebra": .*npx rest-gen migrate/s,
    ],
    [
      'a table of a controller without a policy',
      { user: EVERYONE },
      undefined,
      /the table "post" of the controller "post" has no policy.*Write src\/policy\/post/s,
    ],
    [
      'a related table without a policy',
      { post: EVERYONE },
      { author: { fields: 'id' } },
      /the table "user" of the relation "author" of the controller "post" has no policy/,
    ],
    [
      'a table that is related to a related one',
      { post: EVERYONE, user: EVERYONE },
      { author: { fields: 'id', include: { membership: { fields: 'id' } } } },
      /"membership" of the relation "author\.membership"/,
    ],
    [
      'a column that does not exist',
      { post: { read: { titel: 'a' } } },
      undefined,
      /the policy "post": read: .*"titel".*Did you mean "title"\?/s,
    ],
    [
      'a value that the column cannot hold',
      { post: { update: ['user', { id: 'x' }] } },
      undefined,
      /the policy "post": update: The filter of "id"/,
    ],
    [
      'a relation that does not exist',
      { post: { read: { 'editor.name': 'a' } } },
      undefined,
      /the policy "post": read: .*"editor"/,
    ],
    [
      'a relation of a controller alone',
      { post: { read: { 'author.name': 'a' } }, user: EVERYONE },
      { author: { fields: 'id,name' } },
      /the policy "post": read: .*"author"/,
    ],
    [
      'a condition of a field',
      { post: { fields: { title: { read: { naem: 'a' } } } } },
      undefined,
      /fields\.title\.read: .*"naem"/,
    ],
    [
      'a field that is not a column',
      { post: { fields: { titel: { read: 'user' } } } },
      undefined,
      /fields names "titel", which is not a column.*"title"/s,
    ],
    [
      'a primary key that is hidden',
      { post: { read: 'everyone', fields: { id: { read: 'user' } } } },
      undefined,
      /the policy "post": fields\.id\.read would hide the primary key/,
    ],
  ];
  for (const [what, policies, include, message] of REFUSED) {
    it(`are refused with E_POLICY_TABLE: ${what}`, async () => {
      const error = await startErrorOf(policies, include);
      expect(error).to.include({ code: 'E_POLICY_TABLE' });
      expect(error.message).to.match(message);
    });
  }

  const own = (user: Readonly<Record<string, unknown>>) => ({ id: user.id as number });
  const hiding = { post: EVERYONE, user: { ...EVERYONE, fields: { name: { read: own } } }, membership: EVERYONE };
  const reads = (where: object) => ({ author: { fields: 'id', where } });
  const TOLD: readonly [what: string, policies: Record<string, Policy>, include: object, hidden: string][] = [
    ['a field', hiding, reads({ name: 'a' }), 'the field "name" of "user"'],
    ['one that a list names', hiding, reads({ or: [{ id: 1 }, { name: { ne: null } }] }), 'the field "name" of "user"'],
    [
      'a field of a related record',
      hiding,
      { author: { fields: 'id', include: { boss: { fields: 'id' } }, where: { 'boss.name': 'a' } } },
      'the field "name" of "user"',
    ],
    [
      'whether there is a related record',
      { ...hiding, user: { read: own } },
      { author: { fields: 'id', include: { boss: { fields: 'id' } }, where: { 'boss.id': { gt: 1 } } } },
      'records of "user"',
    ],
  ];
  for (const [what, policies, include, hidden] of TOLD)
    it(`are refused with E_RELATION where the condition of a relation tells what not every user may read: ${what}`, async () => {
      const error = await startErrorOf(policies, include);
      expect(error).to.include({ code: 'E_RELATION' });
      expect(error.message).to.include(`the relation "author" of the controller "post" reads ${hidden}, which`);
    });

  it('leave nothing behind in the models when they are refused', async () => {
    const model = Object.assign(describedModels(TABLES), {
      restrict: () => expect.fail('a router that does not start restricts nothing'),
    });
    const { router } = start({ post: { read: { nope: 1 } } }, undefined, model as never);
    const error = await router.ready.catch((one: unknown) => one);
    expect(error).to.include({ code: 'E_POLICY_TABLE' });
  });

  it('start where everyone who reads the records may read what a condition names', async () => {
    const users = { read: 'user', fields: { name: { read: 'user' } } } as const;
    await start({ post: EVERYONE, user: users }, reads({ name: 'a' })).router.ready;
  });

  it('need no policy for the table between two, nor for a controller without a table', async () => {
    await start({ post: EVERYONE, tag: EVERYONE }, { tags: { through: 'post_tag', fields: 'id' } }).router.ready;
  });

  it('resolve relations without fields and classes, nested ones too', async () => {
    const model = describedModels(TABLES);
    const relations = { team: { include: { members: { table: 'membership' } } }, author: true };
    let restrictions: Restrictions | undefined;
    const restrict = (by: Restrictions): undefined => {
      restrictions = by;
    };
    await start({ post: { relations, read: { 'team.members.user_id': 1, 'author.boss_id': 2 } } }, undefined, {
      ...model,
      restrict,
    } as never).router.ready;
    const found = restrictions?.policies?.get('post')?.relations;
    expect([...(found?.keys() ?? [])]).to.deep.equal(['team', 'author']);
    expect(found?.get('team')?.relations.get('members')?.target.name).to.equal('membership');
  });

  it('name the policy of a relation that cannot be resolved', async () => {
    const error = await startErrorOf({ post: { relations: { editor: true } } });
    expect(error).to.include({ code: 'E_RELATION' });
    expect(error.message).to.match(/the relation "editor" of the policy "post": /);
  });

  it('are checked once the store is back; until then their tables are not served', async () => {
    const model = describedModels(TABLES);
    model.failure = new DataError('unavailable', 'The store is gone');
    const { router, agent } = start(
      { post: { read: { 'team.name': 'a' }, relations: { team: true } } },
      undefined,
      model as never,
    );
    await router.ready;
    await agent.get('/post').expect(503);
    await agent.get('/health').expect(200);
    model.failure = undefined;
    await agent.get('/post').expect(200);
  });

  it('stay refused after the store is back', async () => {
    const model = describedModels(TABLES);
    model.failure = new DataError('unavailable', 'The store is gone');
    const { router, agent } = start({ post: EVERYONE, psot: EVERYONE }, undefined, model as never);
    await router.ready;
    model.failure = undefined;
    await agent.get('/post').expect(500);
  });

  it('describe each table once', async () => {
    const model = describedModels(TABLES);
    await start({ post: EVERYONE, user: EVERYONE }, { author: { fields: 'id' } }, model as never).router.ready;
    const names = model.opened.map(([name]) => name);
    expect(names.sort()).to.deep.equal(['health', 'post', 'user']);
  });

  it('are served without descriptions, unless they need them', () => {
    const model = memoryModels({ post: { id: 'integer', title: 'string' } });
    Object.assign(model, { describeTable: undefined });
    start({ post: { read: { title: 'a' } }, other: EVERYONE }, undefined, model as never);
    expect(() => start({ post: { relations: { author: true } } }, undefined, model as never)).to.throw(
      StartError,
      /E_POLICY_TABLE.*the policy "post" has relations, and the store does not describe tables/s,
    );
    expect(() => start({ post: { fields: { a: { read: 'user' } } } }, undefined, model as never)).to.throw(
      StartError,
      /the policy "post" has fields\.a\.read, and the store/,
    );
  });
});
