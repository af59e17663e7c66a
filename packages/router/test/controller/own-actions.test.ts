import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import { checkProject } from '../../../inspect/src/check/check-project.ts';
import { createRestRouter } from '../../../inspect/test/create-router.ts';
import { Controller, type RestRouterOptions, StartError } from '../../src/index.ts';
import { memoryModels } from '../memory-models.ts';
import { onBothMajors } from '../serve.ts';

class Issue extends Controller {
  static idempotent = true;

  getAction(): unknown {
    return { id: this.id };
  }
  postAction(): unknown {
    return {};
  }
  archiveAction(input: { body: unknown }): unknown {
    return { archived: this.id, because: (input.body as { reason?: string } | undefined)?.reason };
  }
  importAction(): unknown {
    return this.success({ imported: true }, { status: 202 });
  }
}

const logic = defineLogic({
  params: { id: { int: { min: 1 } } },
  archiveAction: { body: { reason: { string: true, length: { max: 20 } } } },
});

const options: RestRouterOptions = {
  rules: [
    ['/issue/import', 'issue#import', 'rest'],
    ['/issue/:id/archive', 'issue#archive', 'rest'],
    ['/issue/:id?', 'rest'],
  ],
  controllers: { issue: Issue },
  logics: { issue: logic },
};

onBothMajors('an action that a rule names', (serve) => {
  it('answers POST, with the input of its own logic', async () => {
    const { agent } = serve(options);
    await agent.post('/issue/7/archive').send({ reason: 'done' }).expect(200, { archived: 7, because: 'done' });
    await agent.post('/issue/7/archive').expect(200, { archived: 7 });
    await agent.post('/issue/import').expect(202, { imported: true });
  });

  it('is validated like other actions', async () => {
    const { agent } = serve(options);
    const { body } = await agent
      .post('/issue/7/archive')
      .send({ reason: 'x'.repeat(30), why: 1 })
      .expect(422);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).to.have.members(['/reason', '/why']);
    await agent.post('/issue/0/archive').expect(422);
  });

  it('has no other method', async () => {
    const { agent } = serve(options);
    for (const method of ['get', 'put', 'patch', 'delete'] as const)
      await agent[method]('/issue/7/archive').expect(405).expect('Allow', 'POST, OPTIONS');
    await agent.options('/issue/7/archive').expect(204).expect('Allow', 'POST, OPTIONS');
    await agent.post('/issue/7').expect(405);
  });

  it('is not found where a capture names a controller without it', async () => {
    class Plain extends Controller {
      getAction(): unknown {
        return [];
      }
    }
    const { agent } = serve({
      rules: [[/\/(\w+)\/(\d+)\/archive/, ':1#archive?id=:2', 'rest']],
      controllers: { issue: Issue, plain: Plain },
    });
    await agent.post('/issue/7/archive').expect(200, { archived: '7' });
    await agent.post('/plain/7/archive').expect(404);
  });

  it('changes a record as PATCH does', async () => {
    const models = memoryModels({ issue: { id: 'integer', title: 'string', open: 'boolean' } });
    models.rows('issue').push({ id: 1, title: 'a', open: true });
    class Base extends Controller {
      static abstract = true;
      closeAction(): Promise<unknown> {
        return this.guard(
          () => this.model().byId(this.id as number),
          async (record) => this.changed(this.found(await record.updateOne({ open: false }))),
        );
      }
    }
    const { agent } = serve({
      rules: [['/issue/:id/close', 'issue#close', 'rest']],
      controllers: { issue: class extends Base {} },
      model: models,
    });
    await agent.post('/issue/1/close').set('If-Match', '"other"').expect(412);
    await agent.post('/issue/1/close').expect(200, { id: 1, title: 'a', open: false });
    await agent.post('/issue/2/close').expect(404);
  });
});

describe('an action that a rule names', () => {
  const startWith = (target: string): StartError => {
    try {
      createRestRouter({
        ...options,
        controllers: { ...options.controllers, empty: class extends Controller {} },
        rules: [['/issue/:id/archive', target, 'rest']],
      });
    } catch (error) {
      return error as StartError;
    }
    throw new Error('It has started.');
  };

  for (const [target, code, hint] of [
    ['empty', 'E_RULE_ACTION', 'class extends Rest'],
    ['issue#archvie', 'E_RULE_ACTION', 'Did you mean "issue#archive"?'],
    ['issue#post', 'E_RULE_ACTION', 'leave "#post" out'],
    ['issue#', 'E_RULE_TARGET', 'archiveAction'],
    ['issue#a#b', 'E_RULE_TARGET', 'archiveAction'],
    ['issue#a-b', 'E_RULE_TARGET', 'archiveAction'],
    ['issue#constructor', 'E_RULE_ACTION', 'constructorAction()'],
  ] as const) {
    it(`stops the start as ${target}`, () => {
      const error = startWith(target);
      expect(error).to.be.instanceOf(StartError);
      expect(error.code).to.equal(code);
      expect(error.message).to.include(hint);
    });
  }

  it('is listed, explained and described', () => {
    const router = createRestRouter(options);
    const [, row] = router.routes();
    expect(row)
      .to.include({ controller: 'issue', action: 'archiveAction' })
      .and.to.deep.include({ item: ['POST'] });
    expect(router.explain('POST', '/issue/7/archive')).to.include({ action: 'archiveAction', status: 200 });
    expect(router.explain('GET', '/issue/7/archive')).to.include({
      status: 405,
      allow: 'POST, OPTIONS',
      hint: 'An action that a rule names is run by POST.',
    });
    const { rules, controllers } = router.describe();
    expect(rules[1]?.paths[0]).to.include({ template: '/issue/{id}/archive', isItem: true, action: 'archiveAction' });
    expect(controllers.get('issue')?.actions.get('archiveAction')).to.include({ method: 'POST', idempotent: true });
  });

  it('is missed by check where no rule names it', async () => {
    const { findings } = await checkProject({ ...options, rules: [['/issue/:id?', 'rest']] });
    const found = findings.filter(({ code }) => code.startsWith('C_ACTION') || code.startsWith('C_LOGIC_ACTION'));
    expect(found.map(({ code, name }) => [code, name])).to.have.deep.members([
      ['C_ACTION_UNREACHED', 'importAction'],
      ['C_LOGIC_ACTION_UNUSED', 'archiveAction'],
    ]);
    expect((await checkProject(options)).findings.map(({ code }) => code)).to.not.include('C_ACTION_UNREACHED');
  });
});
