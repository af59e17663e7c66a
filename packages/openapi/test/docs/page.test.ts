import { expect } from 'chai';
import express from 'express';
import type { Browser } from 'playwright-core';
import { requireBrowser, startBrowser } from '../browser.ts';
import { openOperation, openPage, PATIENCE, type Visit } from './open-page.ts';
import { type Served, serveBlog } from './serve-docs.ts';

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };
const SCREENS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [WIDE, NARROW].map((viewport) => ({ colorScheme, viewport })),
);

/** A string, because it runs in the page. */
const READ_LOOK =
  '({ background: getComputedStyle(document.body).backgroundColor, overflow: document.documentElement.scrollWidth - innerWidth })';

const chromium = requireBrowser();
if (chromium !== undefined) {
  describe('the documentation page in a browser', function () {
    this.timeout(2 * PATIENCE);
    let browser: Browser;
    let served: Served;
    let visit: Visit;

    before(async () => {
      browser = await startBrowser(chromium);
      served = await serveBlog(express, (app, docs, router) => {
        const deep = express.Router().use('/docs', docs).use(router);
        return app.use('/docs', docs).use('/a', express().use('/b', deep)).use(router);
      });
    });
    after(async () => {
      await browser.close();
      await served.close();
    });

    // A visit loads a viewer of 2 MB, so tests share it.
    const visiting = (path: string, screen: (typeof SCREENS)[number], javaScriptEnabled = true) => {
      before(async () => {
        visit = await openPage(browser, served.url + path, { ...screen, javaScriptEnabled });
      });
      after(() => visit.close());
      // No console errors, no policy violations, no other host.
      afterEach(() => {
        expect(visit.complaints).to.eql([]);
        expect(visit.foreign).to.eql([]);
      });
    };

    for (const [path, screen] of [
      ['', { colorScheme: 'light', viewport: WIDE }],
      ['/a/b', { colorScheme: 'dark', viewport: NARROW }],
    ] as const) {
      describe(`at ${path}/docs, ${screen.colorScheme}, ${screen.viewport.width} pixels wide`, () => {
        visiting(`${path}/docs`, screen);

        it('tries an operation and shows the answer', async () => {
          const operation = await openOperation(visit.page, '#/post/createPost');
          await operation.locator('textarea').fill('{"title":"From the page"}');
          await operation.locator('.execute').click();
          const answer = operation.locator('.live-responses-table');
          await answer.getByText('201').first().waitFor();
          expect(await answer.textContent()).to.include('"title": "From the page"');
          expect(await operation.locator('.request-url').textContent()).to.include(`${served.url}${path}/post`);
        });

        it('sends no empty optional parameter', async () => {
          const operation = await openOperation(visit.page, '#/post/listPost');
          await operation.locator('.execute').click();
          await operation.locator('.live-responses-table').getByText('200').first().waitFor();
          const sent = await operation.locator('.curl').first().textContent();
          expect(sent).to.include(`${path}/post'`);
          expect(sent).not.to.match(/If-/);
        });

        it('sends the operators of a filter', async () => {
          const operation = await openOperation(visit.page, '#/post/listPost');
          await operation.locator('[data-param-name="views"] input').fill('{"gte":1,"in":"1,2"}');
          await operation.locator('.execute').click();
          await operation.getByText('views%5Bgte%5D=1&views%5Bin%5D=1%2C2').first().waitFor();
        });

        it('fits color scheme and width of the screen', async () => {
          for (const { colorScheme, viewport } of SCREENS) {
            await visit.page.emulateMedia({ colorScheme });
            await visit.page.setViewportSize(viewport);
            expect(await visit.page.evaluate(READ_LOOK)).to.eql({
              background: colorScheme === 'dark' ? 'rgb(28, 32, 34)' : 'rgb(255, 255, 255)',
              overflow: 0,
            });
          }
        });
      });
    }

    describe('a list', () => {
      visiting('/docs/#/post/listPost', { colorScheme: 'light', viewport: WIDE });

      it('fits on a screen with all parameters', async () => {
        const parameters = visit.page.locator('.opblock.is-open .parameters-container');
        await parameters.waitFor();
        expect((await parameters.boundingBox())?.height).to.be.below(WIDE.height - 250);
      });
    });

    describe('with fragment and keyboard', () => {
      visiting('/docs/#/api%2Ftag/listApiTag', { colorScheme: 'light', viewport: WIDE });

      it('opens the operation of the fragment, even with a slash in its tag', async () => {
        await visit.page.locator('.opblock-get.is-open [data-path="/api/tag"]').waitFor();
      });

      it('ignores an invalid fragment', async () => {
        await visit.page.evaluate("location.hash = '#/%/%E0%A4%A/x'");
        await visit.page.evaluate("location.hash = '#/comment/deleteComment'");
        await visit.page.locator('.opblock-delete.is-open').waitFor();
      });

      it('searches operations by all words', async () => {
        const { page } = visit;
        await page.keyboard.press('/');
        await page.keyboard.type('tag delete');
        expect(await page.locator('.side li:visible').count()).to.equal(1);
        await page.keyboard.press('Enter');
        await page.waitForURL(/#\/api%2Ftag\/deleteApiTag$/);
        await page.locator('#search').fill('nothing of this');
        await page.getByText('No operation has these words.').waitFor();
      });
    });

    describe('with markup in texts', () => {
      const text =
        '<img src="x" onerror="alert(1)"><script>alert(2)</script><a href="javascript:alert(3)">a</a> [b](javascript:alert(4)) <form></form><style></style>';
      let hostile: Served;
      before(async () => {
        const options = { info: { title: text, version: text, description: text, summary: text } };
        hostile = await serveBlog(express, (app, docs, router) => app.use('/docs', docs).use(router), options);
        const overrides = '?url=https://example.org/a.json&configUrl=https://example.org/b.json';
        visit = await openPage(browser, `${hostile.url}/docs/${overrides}#/${text}/x`, {});
      });
      after(async () => {
        await visit.close();
        await hostile.close();
      });

      it('runs no injected script and loads no other document', async () => {
        const { page } = visit;
        await page.locator('.info .description a').first().waitFor();
        await page.locator('.opblock').first().waitFor();
        const bad = page.locator('[onerror], [href^="javascript:"], form, main style, script:not([src])');
        expect(await bad.evaluateAll((found) => found.map(String))).to.eql([]);
        expect(await page.locator('#content > h1').textContent()).to.equal(text);
        expect(visit.foreign).to.eql([]);
      });
    });

    describe('without JavaScript', () => {
      visiting('/docs/routes', { colorScheme: 'light', viewport: WIDE }, false);

      it('lists rules, paths, controllers and methods', async () => {
        const cells = await visit.page.locator('th, td').allTextContents();
        expect(cells.pop()).to.match(/^Not served: /);
        expect(cells).to.eql([
          'Rule',
          'Path',
          'Controller',
          'Methods',
          "1 ['/post/:id?', 'rest']",
          '/post/{id}',
          'post',
          'GET PUT PATCH DELETE ',
          '/post',
          'post',
          'GET QUERY POST ',

          "2 [/\\/post\\/(\\d+)\\/comments(?:\\/(\\d+))?/, 'comment?postId=:1&id=:2', 'rest']",
          '/post/{postId}/comments/{id}',
          'comment',
          'GET PUT PATCH DELETE ',
          '/post/{postId}/comments',
          'comment',
          'GET QUERY POST ',

          "3 [/\\/api\\/(\\w+)(?:\\/(\\d+))?/, 'api/:1?id=:2', 'rest']",
          '/api/tag/{id}',
          'api/tag',
          'GET PUT PATCH DELETE ',
          '/api/tag',
          'api/tag',
          'GET QUERY POST ',
          "4 [/\\/odd(?=\\/x)\\/\\w/, 'post', 'rest']",
          'as the rule says',
          'post',
          'GET QUERY POST ',
          "5 ['/page/:name', '/page']",
        ]);
      });

      it('lists errors and highlights that of the fragment', async () => {
        await visit.page.goto(`${served.url}/docs/errors#e_timeout`);
        const row = visit.page.locator('tr:target');
        expect(await row.locator('th').textContent()).to.equal('E_TIMEOUT');
      });

      for (const path of ['routes', 'errors']) {
        it(`fits the screen: ${path}`, async () => {
          await visit.page.goto(`${served.url}/docs/${path}`);
          for (const { colorScheme, viewport } of SCREENS) {
            await visit.page.emulateMedia({ colorScheme });
            await visit.page.setViewportSize(viewport);
            expect((await visit.page.locator('main').boundingBox())?.width).to.be.at.most(viewport.width);
          }
        });
      }
    });
  });
}
