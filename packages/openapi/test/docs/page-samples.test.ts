import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import express from 'express';
import type { Locator } from 'playwright-core';
import { openTracker, type Tracker } from '../../../../examples/tracker/test/open-tracker.ts';
import { createDocs } from '../../src/docs/create-docs.ts';
import { describeInBrowser, openOperation, openPage, type Visit } from './open-page.ts';
import { type Served, serve } from './serve-docs.ts';

const run = promisify(execFile);

describeInBrowser('code samples of the documentation page', (opened) => {
  let tracker: Tracker;
  let served: Served;
  let visit: Visit;
  let token: string;
  let directory: string;

  before(async () => {
    tracker = await openTracker();
    token = (await tracker.tokenOf(1)).Authorization?.slice('Bearer '.length) ?? '';
    served = await serve(express().use('/docs', createDocs(tracker.router)).use(tracker.app));
    visit = await openPage(opened.browser, `${served.url}/docs/`, { viewport: { width: 1280, height: 900 } });
    directory = await mkdtemp(join(tmpdir(), 'rest-gen-samples-'));
    await writeFile(join(directory, 'hello.txt'), 'Hello');
  });
  after(async () => {
    await rm(directory, { recursive: true });
    await served.close();
    await tracker.close();
  });

  const samplesOf = async (operation: Locator) => {
    const samples = operation.locator('.samples');
    if (!(await samples.locator('pre').first().isVisible())) await samples.locator('summary').click();
    const texts = await samples.locator('pre').allTextContents();
    return texts.map((text) => text.replaceAll('TOKEN', token));
  };
  /** Run the command as a shell does, and return the status of the answer. */
  const runCurl = async (command: string) => {
    const { stdout } = await run('sh', ['-c', `${command} -s -o answer -w '%{http_code}'`], { cwd: directory });
    return Number(stdout);
  };
  const runFetch = (code: string) => visit.page.evaluate(`(async () => { ${code}\n return response.status; })()`);

  for (const [name, fragment, status] of [
    ['an upload', '#/attachment/createAttachment', 201],
    ['a change of many records', '#/issue/updateManyIssue', 200],
    ['a change of many records of a parent', '#/issue/updateManyIssueByProjectId', 200],
    ['a removal of many records', '#/issue/deleteManyIssue', 204],
    ['a removal of many records of a parent', '#/issue/deleteManyIssueByProjectId', 204],
    ['QUERY', '#/issue/queryIssue', 200],
  ] as const) {
    it(`run: ${name}`, async () => {
      const [curl = '', fetched = ''] = await samplesOf(await openOperation(visit.page, fragment));
      expect(await runCurl(curl), curl).to.equal(status);
      expect(await runFetch(fetched), fetched).to.equal(status);
    });
  }

  it('have the values that are filled in', async () => {
    const operation = await openOperation(visit.page, '#/issue/updateIssue');
    await operation.locator('[data-param-name="id"] input').fill('3');
    await operation.locator('textarea').fill('{"priority":2}');
    await operation.locator('.samples', { hasText: '/issue/3' }).waitFor();
    const [curl = '', fetched = '', client = ''] = await samplesOf(operation);
    expect(curl).to.include('/issue/3').and.to.include(`-d '{"priority":2}'`);
    expect(fetched).to.include('/issue/3').and.to.include('priority: 2');
    expect(client).to.equal('const record = await api.issue.update(3, {\n  priority: 2\n});');
    expect(await runCurl(curl)).to.equal(200);
  });

  it('have the file that was chosen', async () => {
    const operation = await openOperation(visit.page, '#/attachment/createAttachment');
    await operation.locator('[data-param-name="issue_id"] input').fill('2');
    await operation.locator('input[type="file"]').setInputFiles(join(directory, 'hello.txt'));
    await operation.locator('.samples', { hasText: '/issue/2/' }).waitFor();
    const [curl = '', , client = ''] = await samplesOf(operation);
    expect(curl).to.include(`-F 'file=@hello.txt'`).and.not.to.include('Content-Type');
    expect(client).to.include(`file: new File(['Hello'], "hello.txt")`);
    await operation.locator('.execute').click();
    await operation.locator('.live-responses-table').getByText('401').first().waitFor();
  });
});
