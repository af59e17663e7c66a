import { expect } from 'chai';
import express from 'express';
import type { Locator, Page } from 'playwright-core';
import { openTracker, type Tracker } from '../../../plans/test/open-tracker.ts';
import { createDocs } from '../../src/docs/create-docs.ts';
import { describeInBrowser, isInView, openOperation, openPage, shownOperation } from './open-page.ts';
import { expectNoViolation, SCREENS } from './run-axe.ts';
import { INFO, type Served, serve } from './serve-docs.ts';

const UPDATE = '#/issue/updateIssue';

describeInBrowser('plans on the documentation page', (opened) => {
  let tracker: Tracker;
  let served: Served;
  let page: Page;
  let close: () => Promise<void>;
  let complaints: readonly string[];

  const visit = async (options: Parameters<typeof openPage>[2] = { viewport: { width: 1280, height: 900 } }) => {
    ({ page, close, complaints } = await openPage(opened.browser, `${served.url}/api/docs/`, options));
    await setUser('1');
  };
  /** Set the header of the user. */
  const setUser = async (user: string) => {
    const kept = { user: { name: 'user', schema: { type: 'apiKey', in: 'header', name: 'X-User' }, value: user } };
    await page.evaluate(
      `sessionStorage.setItem('rest-gen token ' + location.pathname, ${JSON.stringify(JSON.stringify(kept))})`,
    );
    await page.reload();
  };
  const issue = (values: object) =>
    tracker.models.model('issue').insert({ owner_id: 1, votes: 0, slug: 'a', ...values });
  const issues = () => tracker.models.model('issue').order('id').select();

  beforeEach(async () => {
    tracker = await openTracker();
    const docs = createDocs(tracker.router, {
      info: INFO,
      plans: '/plan',
      securitySchemes: { user: { type: 'apiKey', in: 'header', name: 'X-User' } },
      security: [{ user: [] }],
    });
    served = await serve(express().use('/api', express().use('/docs', docs).use(tracker.app)));
    await visit();
  });
  afterEach(async () => {
    await close();
    await served.close();
    await tracker.close();
    // Chromium also logs the statuses of errors.
    expect(complaints.filter((one) => !one.startsWith('Failed to load resource'))).to.eql([]);
  });

  const plan = (operation: Locator) => operation.getByRole('button', { name: 'Plan', exact: true });
  const shown = (operation: Locator) => operation.getByRole('region', { name: 'Plan of' });
  const fill = async (operation: Locator, id: string, body?: object) => {
    await operation.getByLabel('id', { exact: true }).fill(id);
    if (body !== undefined) await operation.locator('textarea').fill(JSON.stringify(body));
  };

  it('show what a change would do, and commit it, by keyboard', async () => {
    await issue({ title: 'It leaks' });
    const operation = await openOperation(page, UPDATE);
    await fill(operation, '1', { title: 'It drips' });
    await operation.locator('.execute').focus();
    await page.keyboard.press('Tab');
    const [request] = await Promise.all([page.waitForRequest('**/plan'), page.keyboard.press('Enter')]);
    expect(request.postDataJSON()).to.eql({
      method: 'PATCH',
      url: '/issue/1',
      body: { title: 'It drips' },
      headers: { 'Content-Type': 'application/merge-patch+json' },
    });
    expect(request.headers()).to.include({ 'x-user': '1', 'content-type': 'application/json' });
    const region = shown(operation);
    await region.waitFor();
    expect(await region.getByRole('heading').textContent()).to.equal('Plan of PATCH /issue/1');
    expect(await isInView(region.getByRole('heading'))).to.equal(true);
    expect(await region.getByRole('status').textContent()).to.equal('1 issue updated.');
    const rows = await region.locator('tbody tr').allTextContents();
    expect(rows).to.include('title"It leaks""It drips"').and.have.lengthOf.at.most(2);
    const end = Date.parse((await region.locator('time').getAttribute('datetime')) ?? '');
    expect(end - Date.now()).to.be.within(200_000, 301_000);
    expect((await issues())[0]).to.include({ title: 'It leaks' });

    const focused = () => page.evaluate('document.activeElement.textContent');
    expect(await focused()).to.equal('Plan');
    while ((await focused()) !== 'Commit') await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await region.getByRole('status').filter({ hasText: 'Committed: 200' }).waitFor();
    expect(await focused()).to.equal('Committed');
    expect((await issues())[0]).to.include({ title: 'It drips' });
    const answer = region.locator('details', { hasText: 'Answer' });
    expect(await answer.locator('pre').isVisible()).to.equal(false);
    await answer.locator('summary').click();
    expect(JSON.parse((await answer.locator('pre').textContent()) ?? '')).to.include({ title: 'It drips' });
  });

  it('say what goes with a deleted record', async () => {
    await issue({ title: 'It leaks' });
    for (const text of ['a', 'b']) await tracker.models.model('comment').insert({ issue_id: 1, text, owner_id: 1 });
    const operation = await openOperation(page, '#/issue/deleteIssue');
    await fill(operation, '1');
    await plan(operation).click();
    const status = shown(operation).getByRole('status');
    await status.waitFor();
    expect((await status.textContent())?.replace('.', '').split(', ').sort()).to.eql([
      '1 issue deleted',
      '2 comments deleted',
    ]);
    expect(await shown(operation).locator('tbody del').first().textContent()).to.equal('1');
    await shown(operation).getByRole('button', { name: 'Commit' }).click();
    await status.filter({ hasText: 'Committed: 204' }).waitFor();
    expect(await issues()).to.eql([]);
  });

  it('are refused as the write is, and once something has changed', async () => {
    await issue({ title: 'It leaks' });
    const operation = await openOperation(page, UPDATE);
    // Without an id, nothing is sent.
    await plan(operation).click();
    await operation.locator('input.invalid').waitFor();
    await fill(operation, '1', { title: 7, votes: 'x' });
    await plan(operation).click();
    const alert = operation.locator('.plan-shown > [role="alert"]');
    await alert.filter({ hasText: '422' }).waitFor();
    expect(await alert.textContent()).to.include('votes');
    const answer = operation.locator('.plan-shown > details');
    expect([await answer.count(), await answer.locator('pre').isVisible()]).to.eql([1, false]);
    await operation.locator('textarea').fill('{"votes":');
    await plan(operation).click();
    await alert.filter({ hasText: 'The body is not JSON' }).waitFor();

    await fill(operation, '1', { votes: 3 });
    await plan(operation).click();
    const commit = shown(operation).getByRole('button', { name: 'Commit' });
    await commit.waitFor();
    await tracker.models.model('issue').where({ id: 1 }).update({ note: 'meanwhile' });
    await commit.click();
    await shown(operation).getByRole('alert').filter({ hasText: '412' }).waitFor();
    expect((await issues())[0]).to.include({ votes: 0 });
    // A new one can be committed.
    await plan(operation).click();
    await shown(operation).getByRole('alert').filter({ hasText: '412' }).waitFor({ state: 'detached' });
    await shown(operation).getByRole('button', { name: 'Commit' }).click();
    await shown(operation).getByRole('status').filter({ hasText: 'Committed' }).waitFor();
    expect((await issues())[0]).to.include({ votes: 3 });
    await setUser('2');
    const again = await shownOperation(page, UPDATE);
    await fill(again, '1', { votes: 4 });
    await plan(again).click();
    await again
      .locator('.plan-shown > [role="alert"]')
      .filter({ hasText: /40[34]/ })
      .waitFor();
  });

  it('are of the writes of classes with static callable', async () => {
    const texts: Record<string, number> = {};
    for (const fragment of ['#/issue/listIssue', '#/issue/createIssue', '#/issue/voteIssue', '#/hidden/deleteHidden'])
      texts[fragment] = await plan(await openOperation(page, fragment)).count();
    expect(texts).to.eql({
      '#/issue/listIssue': 0,
      '#/issue/createIssue': 1,
      '#/issue/voteIssue': 1,
      '#/hidden/deleteHidden': 0,
    });
  });

  it('have no violation of axe, and no line that is cut off', async () => {
    await issue({ title: 'It leaks' });
    await close();
    await visit({ ...SCREENS[0], bypassCSP: true });
    const operation = await openOperation(page, UPDATE);
    await fill(operation, '1', { title: 'It drips', note: 'Under the sink, since the second week of May'.repeat(3) });
    await operation.locator('.execute').focus();
    await plan(operation).click();
    await shown(operation).waitFor();
    await expectNoViolation(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);
    await shown(operation).getByRole('button', { name: 'Commit' }).click();
    await shown(operation).getByRole('status').filter({ hasText: 'Committed' }).waitFor();
    await expectNoViolation(page);
    await operation.locator('textarea').fill('{"votes":"x"}');
    await plan(operation).click();
    await operation.locator('.plan-shown > [role="alert"]').filter({ hasText: '422' }).waitFor();
    await expectNoViolation(page);
  });
});
