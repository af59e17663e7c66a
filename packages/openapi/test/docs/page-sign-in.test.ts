import { expect } from 'chai';
import express from 'express';
import type { Page } from 'playwright-core';
import { openService, PASSWORD, type Service } from '../../../auth/test/open-service.ts';
import { createDocs } from '../../src/docs/create-docs.ts';
import { describeInBrowser, openOperation, openPage, shownOperation } from './open-page.ts';
import { expectNoViolation, SCREENS } from './run-axe.ts';
import { type Served, serve } from './serve-docs.ts';

const EMAIL = 'ann@example.com';

describeInBrowser('signing in on the documentation page', (opened) => {
  let service: Service;
  let served: Served;
  let page: Page;
  let close: () => Promise<void>;
  let complaints: readonly string[];

  before(async () => {
    service = await openService({ attempts: { account: 1000, network: 1000 } });
    await service.signedIn(EMAIL);
    // The service is mounted below a path, beside its page.
    const api = express().use('/docs', createDocs(service.router)).use(service.app);
    served = await serve(express().use('/api', api));
  });
  beforeEach(async () => {
    await service.models.model('token').where({ kind: 'session' }).delete();
    ({ page, close, complaints } = await openPage(opened.browser, `${served.url}/api/docs/#/session/getSession`, {
      viewport: { width: 1280, height: 900 },
    }));
    await shownOperation(page, '#/session/getSession');
  });
  afterEach(async () => {
    await close();
    // Chromium also logs the statuses of errors.
    expect(complaints.filter((one) => !one.startsWith('Failed to load resource'))).to.eql([]);
  });
  after(async () => {
    await served.close();
    await service.close();
  });

  const dialog = () => page.getByRole('dialog', { name: 'Tokens' });
  const open = async (name = 'Sign in or set a token') => {
    await page.locator('.access').getByRole('button', { name }).click();
    await dialog().waitFor();
  };
  /** Type into the dialog, whose first field has the focus. */
  const type = async (password: string) => {
    for (const text of [EMAIL, password]) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
  };
  const signIn = async () => {
    await open();
    await type(PASSWORD);
    await dialog().getByText(`Signed in as ${EMAIL}`).waitFor();
  };
  /** Send an operation of the page. @returns the status that is shown */
  const send = async (fragment: string) => {
    const operation = await openOperation(page, fragment);
    await operation.locator('.execute').click();
    const status = operation.locator('.live-responses-table tbody .response-col_status');
    await status.waitFor();
    return (await status.textContent())?.trim().slice(0, 3);
  };
  const sessions = () => service.models.model('token').where({ kind: 'session' }).count();
  const focused = () => page.evaluate('document.activeElement.name || document.activeElement.textContent');

  it('takes an address and a password by keyboard, and sends operations with the token', async () => {
    expect(await send('#/session/getSession')).to.equal('401');
    await page.locator('.access button').focus();
    await page.keyboard.press('Enter');
    await dialog().waitFor();
    expect(await focused()).to.equal('email');
    expect(await dialog().getByLabel('Email').getAttribute('autocomplete')).to.equal('username');
    const password = dialog().getByLabel('Password');
    expect(await password.getAttribute('autocomplete')).to.equal('current-password');
    expect(await password.getAttribute('type')).to.equal('password');
    await type(PASSWORD);
    const status = dialog().getByRole('status');
    await status.filter({ hasText: `Signed in as ${EMAIL}` }).waitFor();
    expect(await focused()).to.equal('Close');
    await page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'detached' });
    expect(await focused()).to.equal('Change the token');
    expect(await send('#/session/getSession')).to.equal('200');
    expect(await page.evaluate('JSON.stringify(sessionStorage)'))
      .to.include(EMAIL)
      .and.not.include(PASSWORD);
  });

  it('survives a reload, and ends the session with Sign out', async () => {
    await signIn();
    await page.reload();
    await shownOperation(page, '#/session/getSession');
    expect(await sessions()).to.equal(1);
    await open('Change the token');
    await page.keyboard.press('Enter');
    await dialog().getByLabel('Email').waitFor();
    expect(await focused()).to.equal('email');
    await expectCount(sessions, 0);
    await page.keyboard.press('Escape');
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.to.include(EMAIL);
    expect(await send('#/session/getSession')).to.equal('401');
  });

  it('says what is wrong, keeps the focus, and takes another password', async () => {
    await open();
    await type('a wrong password');
    await dialog().getByRole('alert').filter({ hasText: 'The address or the password is wrong' }).waitFor();
    expect(await focused()).to.equal('Sign in');
    await dialog().getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog().getByText(`Signed in as ${EMAIL}`).waitFor();
    expect(await dialog().getByRole('alert').textContent()).to.equal('');
  });

  it('is busy until the service answers, and sends one request', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    let requests = 0;
    await page.route('**/session', async (route) => {
      requests += 1;
      await held;
      await route.continue();
    });
    await open();
    await type(PASSWORD);
    const button = dialog().getByRole('button', { name: 'Signing in…' });
    expect(await button.getAttribute('aria-disabled')).to.equal('true');
    expect(await focused()).to.equal('Signing in…');
    await page.keyboard.press('Enter');
    answer();
    await dialog().getByText(`Signed in as ${EMAIL}`).waitFor();
    expect(requests).to.equal(1);
  });

  it('says that the service cannot be reached', async () => {
    await page.route('**/session', (route) => route.abort());
    await open();
    await type(PASSWORD);
    await dialog().getByRole('alert').filter({ hasText: 'The service cannot be reached.' }).waitFor();
  });

  it('forgets a token that the service could not end, and says so', async () => {
    await signIn();
    await page.route('**/session', (route) => route.abort());
    await dialog().getByRole('button', { name: 'Sign out' }).click();
    await dialog().getByRole('alert').filter({ hasText: 'The session was not ended' }).waitFor();
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.to.include(EMAIL);
  });

  it('neither stores nor sends a cookie', async () => {
    await signIn();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    const cookies = () => page.context().cookies();
    expect(await cookies()).to.eql([]);
    // Another page of the service has signed in: that is not the user of this page.
    const init = `{ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '${JSON.stringify({ email: EMAIL, password: PASSWORD })}' }`;
    expect(await page.evaluate(`fetch('../session', ${init}).then(({ status }) => status)`)).to.equal(201);
    expect(await cookies()).to.have.length(1);
    await open('Change the token');
    await dialog().getByRole('button', { name: 'Sign out' }).click();
    await dialog().getByLabel('Email').waitFor();
    await page.keyboard.press('Escape');
    expect(await send('#/session/getSession')).to.equal('401');
  });

  it('offers a token of another place, without a field for the cookie', async () => {
    const token = await service.signedIn('bob@example.com');
    await open();
    expect(await dialog().locator('h4').allTextContents()).to.eql(['Sign in', 'bearer\u00A0 (http, Bearer)']);
    await dialog().getByLabel('auth-bearer-value').fill(token);
    await page.keyboard.press('Enter');
    await dialog().getByText('Authorized').waitFor();
    expect(await dialog().getByText('Sign in').count()).to.equal(0);
    await page.keyboard.press('Escape');
    expect(await send('#/session/getSession')).to.equal('200');
    expect(await send('#/session/deleteSession')).to.equal('204');
    expect(await send('#/session/getSession')).to.equal('401');
  });

  it('has no violation of axe', async () => {
    await close();
    ({ page, close, complaints } = await openPage(opened.browser, `${served.url}/api/docs/`, {
      ...SCREENS[0],
      bypassCSP: true,
    }));
    await page.getByRole('button', { name: 'Sign in or set a token' }).click();
    await type('a wrong password');
    await dialog().getByRole('alert').filter({ hasText: 'wrong' }).waitFor();
    await expectNoViolation(page);
    await dialog().getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog().getByText(`Signed in as ${EMAIL}`).waitFor();
    await expectNoViolation(page);
  });

  it('shows a token in samples where an operation takes one', async () => {
    const curlOf = async (fragment: string) =>
      (await openOperation(page, fragment)).locator('.samples pre').first().textContent();
    expect(await curlOf('#/session/getSession')).to.include('Authorization: Bearer TOKEN');
    expect(await curlOf('#/session/deleteSession')).to.include('Authorization: Bearer TOKEN');
    expect(await curlOf('#/session/createSession')).not.to.include('Authorization');
    expect(await curlOf('#/password/replacePassword')).not.to.include('Authorization');
  });
});

/** Wait until a count is this one. */
async function expectCount(count: () => Promise<number>, expected: number): Promise<void> {
  while ((await count()) !== expected) await new Promise((resolve) => setImmediate(resolve));
}
