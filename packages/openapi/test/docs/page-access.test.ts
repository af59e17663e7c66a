import express from 'express';
import type { Page } from 'playwright-core';
import { describeInBrowser, openPage, shownOperation } from './open-page.ts';
import { expectNoViolation, SCREENS } from './run-axe.ts';
import { INFO, type Served, serveBlog } from './serve-docs.ts';

const SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer' },
  password: { type: 'http', scheme: 'basic' },
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  login: {
    type: 'oauth2',
    flows: {
      authorizationCode: { authorizationUrl: '/authorize', tokenUrl: '/token', scopes: { read: 'Read posts' } },
    },
  },
} as const;

const clickAll = async (page: Page, selector: string) => {
  for (const one of await page.locator(selector).all()) await one.click();
};

/** Each view: its address, and the way to it. */
const VIEWS: readonly (readonly [what: string, path: string, open: (page: Page) => Promise<unknown>])[] = [
  ['the start', '', (page) => page.locator('.overview').waitFor()],
  [
    'a search without results',
    '',
    async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('zzzz');
      await page.locator('#nothing').waitFor();
    },
  ],
  [
    'a list, unfolded',
    '#/post/listPost',
    async (page) => {
      await shownOperation(page, '#/post/listPost');
      await clickAll(page, 'tr.filters button, .choices summary, .samples summary, .error-answers summary');
    },
  ],
  [
    'an answer',
    '#/post/listPost',
    async (page) => {
      await (await shownOperation(page, '#/post/listPost')).locator('.execute').click();
      await page.locator('.live-responses-table').waitFor();
    },
  ],
  [
    'schemas',
    '#/post/createPost',
    async (page) => {
      await shownOperation(page, '#/post/createPost');
      for (const tab of await page.getByRole('tab', { name: 'Schema' }).all()) await tab.click();
    },
  ],
  [
    'a field that is missing',
    '#/post/deletePost',
    async (page) => {
      await (await shownOperation(page, '#/post/deletePost')).locator('.execute').click();
      await page.locator('.validation-errors').waitFor();
    },
  ],
  ['QUERY', '#/post/queryPost', (page) => shownOperation(page, '#/post/queryPost')],
  [
    'the dialog for tokens',
    '',
    async (page) => {
      await page.getByRole('button', { name: 'Set a token' }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'the dialog with tokens',
    '',
    async (page) => {
      await page.getByRole('button', { name: 'Set a token' }).click();
      await page.getByLabel('auth-bearer-value').fill('a-token');
      await page.getByLabel('auth-basic-username').fill('ada');
      await page.locator('#api_key_value').fill('a-key');
      await page.getByRole('button', { name: 'Authorize' }).first().click();
      await page.getByText('Authorized').first().waitFor();
    },
  ],
  ['the routes', 'routes', async () => {}],
  ['the relations', 'relations', async () => {}],
  ['the errors', 'errors', async () => {}],
];

describeInBrowser('accessibility of the documentation page', (opened) => {
  let served: Served;

  before(async () => {
    const options = { info: INFO, securitySchemes: SCHEMES, security: [{ bearer: [] }] };
    served = await serveBlog(express, (app, docs, router) => app.use('/docs', docs).use(router), options);
  });
  after(async () => {
    await served.close();
  });

  for (const [what, path, open] of VIEWS) {
    it(`has no violation of axe: ${what}`, async () => {
      const { page, close } = await openPage(opened.browser, `${served.url}/docs/${path}`, {
        ...SCREENS[0],
        bypassCSP: true,
      });
      await open(page);
      await expectNoViolation(page);
      await close();
    });
  }
});
