import { defineLogic } from '@rest-gen/logic';
import { Controller, createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import { createOpenApi } from '../src/index.ts';
import { info } from './fixture.ts';

class Issue extends Controller {
  getAction(): unknown {
    return {};
  }
  archiveAction(): unknown {
    return {};
  }
  reopenAction(): unknown {
    return {};
  }
}

class IssueFile extends Controller {
  static shown = { type: 'string', format: 'binary' };
  getAction(): unknown {
    return this.download('issue.txt');
  }
}

describe('an action that a rule names', () => {
  const router = createRestRouter({
    rules: [
      ['/issue/:id/archive', 'issue#archive', 'rest'],
      ['/issue/:id/reopen', 'issue#reopen', 'rest'],
      ['/issue/:id', 'rest'],
      ['/issue/:id/file', '/issue-file', 'rest'],
    ],
    controllers: { issue: Issue, 'issue-file': IssueFile },
    logics: { issue: defineLogic({ archiveAction: { body: { reason: { required: true, string: true } } } }) },
  });

  it('is the only operation of its path, named by its verb, with the body of its logic', async () => {
    await router.ready;
    const { paths, components } = await createOpenApi(router, { info });
    const { 'x-allow': allow, post, get } = paths['/issue/{id}/archive'] ?? {};
    expect([allow, get]).to.eql(['POST, OPTIONS', undefined]);
    expect(post).to.include({ operationId: 'archiveIssue', summary: 'Archive an issue' });
    expect(post?.responses).to.include.keys('200', '204', '404', '422');
    expect(post?.requestBody?.content['application/json']?.schema).to.eql({
      $ref: '#/components/schemas/IssueArchive',
    });
    expect(components?.schemas?.IssueArchive).to.deep.include({ required: ['reason'] });
  });

  it('takes no body where its logic declares none', async () => {
    const { paths } = await createOpenApi(router, { info });
    expect(paths['/issue/{id}/reopen']?.post)
      .to.include({ operationId: 'reopenIssue' })
      .and.not.have.property('requestBody');
  });

  it('may answer with a file', async () => {
    await router.ready;
    const { paths } = await createOpenApi(router, { info });
    const responses = paths['/issue/{id}/file']?.get?.responses ?? {};
    const file = { '*/*': { schema: { type: 'string', format: 'binary' } } };
    expect(responses).to.have.property('304');
    for (const status of ['200', '206']) expect(responses[status]).to.deep.include({ content: file });
  });
});
