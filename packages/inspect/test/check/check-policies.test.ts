import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { definePolicy, NO_RELATIONS, Policies, type Policy } from '@rest-gen/model/core';
import { expect } from 'chai';
import { Controller } from '../../../router/src/controller.ts';
import type { ControllerClass } from '../../../router/src/controller-class.ts';
import type { RuleConfig } from '../../../router/src/core/parse/types.ts';
import { removeProjects, writeProject } from '../../../router/test/load/project.ts';
import { memoryModels } from '../../../router/test/memory-models.ts';
import { checkPolicies } from '../../src/check/check-policies.ts';
import { checkProject } from '../../src/check/check-project.ts';
import { checkStore } from '../../src/check/check-store.ts';
import type { Finding } from '../../src/check/finding.ts';
import { type CheckedProject, loadProject } from '../../src/check/load-project.ts';

after(removeProjects);

class Base extends Controller {
  getAction() {}
  postAction() {}
  patchAction() {}
  deleteAction() {}
}
class Post extends Base {}
class Own extends Base {
  override postAction() {}
}
class Reading extends Controller {
  getAction() {}
}

const RULES: readonly RuleConfig[] = [['/post/:id?', 'rest']];
const MODEL = memoryModels({ post: { id: 'integer', status: 'string', author_id: 'integer', tenant_id: 'integer' } });

/** A project with this policy of "post"; without one, with no policies. */
async function project(
  policy?: Policy,
  Class: ControllerClass = Post,
  model: unknown = MODEL,
): Promise<CheckedProject> {
  const options = { rules: RULES, controllers: { post: Class }, logics: {}, ...(model ? { model } : {}) };
  const checked = (await loadProject(options as never)) as CheckedProject;
  const one = policy && { table: 'post', policy, file: 'src/policy/post.ts', relations: NO_RELATIONS };
  return { ...checked, project: { ...checked.project, policies: one && new Policies([one]) } };
}

const codes = (findings: readonly Finding[]) => findings.map(({ code, level }) => `${code} ${level}`);
const all = { read: 'user', create: 'user', update: 'user', delete: 'user' } as const;

describe('checkPolicies', () => {
  // biome-ignore format: a table
  const CLASHES: readonly [string, Policy, RegExp | undefined][] = [
    ['two values', { ...all, always: { status: 'live' }, read: { status: 'draft' } }, /"status" cannot be both "live" and "draft"/],
    ['lists without a common value', { ...all, always: { status: ['a', 'b'] }, update: { status: { in: ['c'] } } }, /"a" or "b" and "c"/],
    ['an empty list', { ...all, delete: { status: [] } }, /no value of "status" is in an empty list/],
    ['one of several rules', { ...all, always: { status: 'a' }, read: ['user', { status: { eq: 'b' } }] }, /cannot be both/],
    ['a common value', { ...all, always: { status: ['a', 'b'] }, read: { status: 'b' } }, undefined],
    ['the same value in another form', { ...all, always: { author_id: 1 }, read: { author_id: '1' } }, undefined],
    ['one of several rules of always', { ...all, always: [{ status: 'a' }, { status: 'b' }], read: { status: 'b' } }, undefined],
    ['other columns', { ...all, always: { status: 'a' }, read: { author_id: 2 } }, undefined],
    ['a function', { ...all, always: { status: 'a' }, read: () => ({ status: 'b' }) }, undefined],
    ['a range', { ...all, always: { author_id: { gt: 1 } }, read: { author_id: 0 } }, undefined],
  ];
  for (const [what, policy, message] of CLASHES) {
    it(`${message ? 'reports' : 'does not report'} rules with ${what}`, async () => {
      const findings = checkPolicies(await project(policy));
      expect(codes(findings)).to.eql(message ? ['C_POLICY_NEVER warning'] : []);
      if (message) expect(findings[0]?.message).to.match(message);
    });
  }

  it('reports each operation that nobody may do and the base class offers, once', async () => {
    const findings = checkPolicies(await project({ read: 'everyone', delete: 'nobody' }));
    expect(findings.map(({ message }) => /^\w+|\w+$/g[Symbol.match](message)?.join(' '))).to.have.members([
      'POST create',
      'PATCH update',
      'DELETE delete',
    ]);
    expect(new Set(codes(findings))).to.eql(new Set(['C_POLICY_CLOSED note']));
    expect(checkPolicies(await project({ ...all, always: 'nobody' }))).to.have.length(4);
  });

  it('does not report what a controller writes itself, or does not offer', async () => {
    expect(checkPolicies(await project({ ...all, create: 'nobody' }, Own))).to.eql([]);
    expect(checkPolicies(await project({ read: 'user' }, class extends Reading {}))).to.eql([]);
    expect(checkPolicies(await project(definePolicy('everyone')))).to.eql([]);
  });

  it('has one note for a project that writes without policies', async () => {
    expect(codes(checkPolicies(await project()))).to.eql(['C_NO_POLICIES note']);
    expect(checkPolicies(await project(undefined, Reading))).to.eql([]);
    expect(checkPolicies(await project(undefined, Post, null))).to.eql([]);
    const errors = [{ file: 'src/policy/post.ts' }];
    expect(checkPolicies({ ...(await project()), errors })).to.eql([]);
  });

  describe('on imports of the models', () => {
    // biome-ignore format: a table
    const IMPORTS: readonly [string, string, boolean][] = [
      ['controller/post.js', "import models from '../config/model.js';", true],
      ['controller/v1/post.js', "const models = require('../../config/model');", true],
      ['controller/rest.js', "const load = () => import( '../config/model.js' );", true],
      ['logic/post.js', 'import {\n  default as models,\n} from "../config/model.js";', true],
      ['controller/post.js', "import type models from '../config/model.js';", false],
      ['controller/post.js', "// import models from '../config/model.js';", false],
      ['controller/post.js', "import models from './config/model.js';", false],
      ['service/post.js', "import models from '../config/model.js';", false],
    ];
    for (const [file, source, isFound] of IMPORTS) {
      it(`${isFound ? 'reports' : 'does not report'} ${source.replace(/\s+/g, ' ')} in ${file}`, async () => {
        const { root } = writeProject({ 'src/config/router.js': 'export default [];', [`src/${file}`]: `${source}\n` });
        expect(readFileSync(join(root, file), 'utf8')).to.contain('model');
        const checked = await project(definePolicy('everyone'));
        const rulesFile = join(root, 'config/router.js');
        const findings = checkPolicies({ ...checked, project: { ...checked.project, rulesFile } });
        expect(codes(findings)).to.eql(isFound ? ['C_MODEL_IMPORT note'] : []);
      });
    }
  });
});

describe('checkProject with policies', () => {
  it('reports them with all other findings', async () => {
    const policies = { post: { read: () => ({ stats: 'a' }), create: { status: [] } } };
    const options = { rules: RULES, controllers: { post: Post }, logics: {}, policies, model: MODEL };
    const { findings } = await checkProject(options as never);
    expect(findings.map(({ code }) => code)).to.include.members([
      'C_POLICY_NEVER',
      'C_POLICY_COLUMN',
      'C_POLICY_CLOSED',
    ]);
  });
});

describe('checkStore with policies', () => {
  type Rule = NonNullable<Policy['read']>;
  // biome-ignore format: a table
  const ROWS: readonly [string, Rule, string[]][] = [
    ['a column', (user) => ({ author_id: user.id, tenant_id: user.org.tenant.id }), []],
    ['a misspelt column', (user) => ({ autor_id: user.id }), ['autor_id']],
    ['the other side of a condition', [{ status: 'a' }, (user) => user.isAdmin || { autor_id: user.id }], ['autor_id']],
    ['one of several filters', (user) => ({ or: [{ status: 'a' }, { stats: user.name.trim() }] }), ['stats']],
    ['a path through a relation', (user) => ({ 'team.id': user.id, 'club.id': { in: [...user.clubs] } }), ['club.id']],
    ['a relation', (user) => ({ team: { some: { id: user.id } } }), []],
    ['text of the user', (user) => ({ status: `${user.a}-${user.b.c}` }), []],
    ['a function that fails', (user) => ({ [`stats${user.id.of.nobody()()}${BigInt(user.id)}`]: 1 }), []],
    ['a function that does not return a filter', () => Promise.resolve({ stats: 1 }) as never, []],
  ];
  for (const [what, read, names] of ROWS) {
    it(`compares ${what} with the table`, async () => {
      const checked = await project({ ...all, read, relations: { team: true } });
      const found = (await checkStore(checked, false)).filter(({ code }) => code === 'C_POLICY_COLUMN');
      expect(found.map(({ name }) => name)).to.eql(names);
      for (const { message, level } of found)
        expect([message, level].join()).to.match(/^"read" in the policy.*warning$/);
    });
  }

  const tables = memoryModels({
    post: { id: 'integer', status: 'string', author_id: 'integer', tenant_id: 'integer', deleted_at: 'datetime?' },
    memo: { id: 'integer', post_id: 'integer -> post.id on delete cascade' },
    task: { id: 'integer', post_id: 'integer? -> post.id on delete set null' },
    step: { id: 'integer', post_id: 'integer -> post.id on delete set default' },
    rest: { id: 'integer', post_id: 'integer -> post.id' },
  });
  const own: Rule = ({ id }) => ({ author_id: id });
  const others = ['memo', 'task', 'step', 'rest'];
  // biome-ignore format: a table
  const CASCADES: readonly [what: string, post: Policy, other: Policy, found: string[], Class?: ControllerClass][] = [
    ['what only owners may do', { ...all, delete: own }, { ...all, delete: own, update: own }, ['memo', 'task', 'step']],
    ['what nobody else may do', { ...all, delete: own }, { read: 'user' }, ['memo', 'task', 'step']],
    ['what everyone may do', { ...all, delete: own }, definePolicy('everyone'), []],
    ['what every user may do', { ...all, delete: own }, all, []],
    ['what every user may do, of everyone', { ...all, delete: [{ status: 'a' }] }, all, ['memo', 'task', 'step']],
    ['what everyone may do in one tenant', all, { ...definePolicy('everyone'), always: own }, ['memo', 'task', 'step']],
    ['a field that only some may write', all, { ...all, fields: { post_id: { write: own } } }, ['task', 'step']],
    ['one operation that is open', all, { ...all, update: own }, ['task', 'step']],
    ['a table from which nobody deletes', { ...all, delete: 'nobody' }, { read: 'user' }, []],
    ['a table whose policy has no delete', { read: 'user' }, { read: 'user' }, []],
    ['a table that is closed', { ...all, always: 'nobody' }, { read: 'user' }, []],
    ['a soft delete', all, { read: 'user' }, [], class extends Post { static softDelete = 'deleted_at'; }],
  ];
  for (const [what, post, other, expected, Class = Post] of CASCADES) {
    it(`names the tables in which a delete changes or deletes records: ${what}`, async () => {
      const checked = await project(post, Class, tables);
      const policies = new Policies([
        { table: 'post', policy: post, file: 'src/policy/post.ts', relations: NO_RELATIONS },
        ...others.map((table) => ({ table, policy: other, file: undefined, relations: NO_RELATIONS })),
      ]);
      const findings = await checkStore({ ...checked, project: { ...checked.project, policies } }, false);
      const found = findings.filter(({ code }) => code === 'C_POLICY_CASCADE');
      expect(found.map(({ message }) => /policy of "(\w+)"/.exec(message)?.[1])).to.eql(expected);
      for (const { message, file, level, name } of found) {
        expect(message).to.match(/"post" also (?:deletes|sets) .*"post_id"/);
        expect({ file, level, name }).to.eql({ file: 'src/policy/post.ts', level: 'note', name: 'delete' });
      }
    });
  }

  it('names the tables that a delete reaches through others', async () => {
    const chain = memoryModels({
      post: { id: 'integer', status: 'string', author_id: 'integer', tenant_id: 'integer' },
      memo: { id: 'integer', post_id: 'integer -> post.id on delete cascade' },
      note: { id: 'integer', memo_id: 'integer -> memo.id on delete cascade' },
      mark: { id: 'integer', note_id: 'integer? -> note.id on delete set null' },
      leaf: { id: 'integer', mark_id: 'integer -> mark.id on delete cascade' },
      ring: { id: 'integer', ring_id: 'integer -> ring.id on delete cascade' },
    });
    const closed: Policy = { read: 'user' };
    const checked = await project({ ...all, delete: own }, Post, chain);
    const others = ['memo', 'note', 'mark', 'leaf', 'ring'];
    const policies = new Policies([
      { table: 'post', policy: { ...all, delete: own }, file: 'src/policy/post.ts', relations: NO_RELATIONS },
      ...others.map((table) => ({ table, policy: closed, file: undefined, relations: NO_RELATIONS })),
    ]);
    const findings = await checkStore({ ...checked, project: { ...checked.project, policies } }, false);
    const found = findings.filter(({ code }) => code === 'C_POLICY_CASCADE');
    expect(found.map(({ message }) => / also ([^,]+),/.exec(message)?.[1])).to.eql([
      'deletes the records of "memo" that refer to it by "post_id"',
      'deletes the records of "note" that refer to deleted records of "memo" by "memo_id"',
      'sets "note_id" to null in the records of "mark" that refer to deleted records of "note"',
    ]);
    for (const { file, message } of found)
      expect([file, message].join()).to.match(/^src\/policy\/post\.ts,deleting a record of "post"/);
  });

  it('reports every error of policies that stops the start', async () => {
    const checked = await project();
    const none = { policy: definePolicy('everyone'), file: undefined, relations: NO_RELATIONS };
    const policies = new Policies([
      { ...none, table: 'tag' },
      { ...none, table: 'tog' },
    ]);
    const findings = await checkStore({ ...checked, project: { ...checked.project, policies } }, false);
    expect(codes(findings)).to.eql(Array(3).fill('E_POLICY_TABLE error'));
  });

  it('suggests the nearest name, and leaves filters that are not functions to the start', async () => {
    const policy: Policy = { ...all, always: { stats: 'a' }, fields: { status: { read: () => ({ tenantid: 1 }) } } };
    const [ofStart, only, ...others] = await checkStore(await project(policy), false);
    expect(others).to.eql([]);
    expect(ofStart).to.include({ code: 'E_POLICY_TABLE', file: 'src/policy/post.ts' });
    expect(only).to.include({ code: 'C_POLICY_COLUMN', name: 'tenantid', hint: 'Did you mean "tenant_id"?' });
  });
});
