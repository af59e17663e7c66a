import { expect } from 'chai';
import express from 'express';
import type { Page } from 'playwright-core';
import type { DocsOptions } from '../../src/docs/options.ts';
import { createAuthorizationServer } from './authorization-server.ts';
import { describeInBrowser, isInView, openPage, shownOperation, type Visit } from './open-page.ts';
import { INFO, type Served, serve, serveBlog } from './serve-docs.ts';

describeInBrowser('tokens in the documentation page', (opened) => {
  let served: Served;
  let visit: Visit;

  const visiting = (path: string, options: () => DocsOptions) => {
    before(async () => {
      served = await serveBlog(express, (app, docs, router) => app.use('/docs', docs).use(router), options());
      visit = await openPage(opened.browser, `${served.url}${path}`, { viewport: { width: 1280, height: 900 } });
    });
    after(async () => {
      await visit.close();
      await served.close();
      expect(visit.complaints).to.eql([]);
    });
  };
  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = (page: Page) => page.evaluate('document.activeElement.textContent');

  describe('of a header', () => {
    visiting('/docs/#/post/listPost', () => ({
      info: INFO,
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      security: ({ action }) =>
        action === 'getAction' ? [{ token: [] }] : action === 'postAction' ? [] : [{}, { token: [] }],
    }));

    it('are asked for in words', async () => {
      const { page } = visit;
      for (const [name, words] of [
        ['createPost', 'Public'],
        ['deletePost', 'Public, or with a token'],
        ['listPost', 'Needs a token'],
      ] as const) {
        await page.locator(`.side a[href="#/post/${name}"]`).click();
        const operation = await shownOperation(page, `#/post/${name}`);
        const button = words === 'Public' ? '' : 'Set a token';
        expect(await operation.locator('.access').textContent()).to.equal(words + button);
      }
    });

    it('are set by keyboard, in a dialog that keeps the focus and returns it', async () => {
      const { page } = visit;
      await press(page, 'Tab');
      while ((await focused(page)) !== 'Set a token') await press(page, 'Tab');
      await press(page, 'Enter');
      const dialog = page.getByRole('dialog', { name: 'Tokens' });
      expect(await isInView(dialog)).to.equal(true);
      expect(await dialog.getAttribute('aria-modal')).to.equal('true');
      for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
        await press(page, key);
        const outside = await page.evaluate(
          `document.activeElement !== document.body && document.activeElement.closest('dialog') === null`,
        );
        expect(outside, key).to.equal(false);
      }
      await press(page, 'Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await focused(page)).to.equal('Set a token');

      await press(page, 'Enter');
      await page.keyboard.type('a-token');
      await press(page, 'Enter');
      await dialog.getByText('Authorized').waitFor();
      expect(await page.evaluate(`document.activeElement.closest('dialog') !== null`)).to.equal(true);
      await press(page, 'Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await focused(page)).to.equal('Change the token');
    });

    it('survive a reload in this tab, and are kept nowhere else', async () => {
      const { page } = visit;
      await page.reload();
      const operation = await shownOperation(page, '#/post/listPost');
      await operation.locator('.execute').click();
      expect(await operation.locator('.curl').first().textContent()).to.include('Authorization: Bearer a-token');
      expect(await page.evaluate('[localStorage.length, document.cookie]')).to.eql([0, '']);
      expect(await operation.locator('.samples pre').first().textContent())
        .to.include('Bearer TOKEN')
        .and.not.to.include('a-token');
    });

    it('are forgotten after logout', async () => {
      const { page } = visit;
      await page.getByRole('button', { name: 'Change the token' }).click();
      await page.getByRole('button', { name: 'Logout' }).click();
      expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.to.include('a-token');
    });
  });

  describe('of OAuth 2', () => {
    let provider: Served;
    before(async () => {
      provider = await serve(createAuthorizationServer());
    });
    after(() => provider.close());
    visiting('/docs/#/post/listPost', () => ({
      info: INFO,
      securitySchemes: {
        login: {
          type: 'oauth2',
          flows: {
            authorizationCode: {
              authorizationUrl: `${provider.url}/authorize`,
              tokenUrl: `${provider.url}/token`,
              scopes: { read: 'Read posts' },
            },
          },
        },
      },
      security: [{ login: [] }],
    }));

    it('come with the code flow and PKCE', async () => {
      const { page } = visit;
      const operation = await shownOperation(page, '#/post/listPost');
      await page.getByRole('button', { name: 'Set a token' }).click();
      await page.getByLabel('client_id').fill('docs');
      await page.getByRole('button', { name: 'Authorize' }).click();
      await page.getByRole('dialog').getByText('Authorized').waitFor();
      await page.keyboard.press('Escape');
      await operation.locator('.execute').click();
      await operation.locator('.curl', { hasText: 'Authorization: Bearer a-token-of-oauth2' }).waitFor();
    });
  });
});
