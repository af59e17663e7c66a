import { expect } from 'chai';
import express from 'express';
import type { Locator } from 'playwright-core';
import { describeInBrowser, isInView, openOperation, openPage, type Visit } from './open-page.ts';
import { type Served, serveBlog } from './serve-docs.ts';

const FRAGMENT = '#/post/createPost';

describeInBrowser('the responses of an operation, in the documentation page', (opened) => {
  let served: Served;
  let statuses: string[];

  before(async () => {
    served = await serveBlog(express, (app, docs, router) => app.use('/docs', docs).use(router));
    const document = (await (await fetch(`${served.url}/docs/openapi.json`)).json()) as {
      paths: { '/post': { post: { responses: Record<string, unknown> } } };
    };
    statuses = Object.keys(document.paths['/post'].post.responses);
  });
  after(() => served.close());

  for (const width of [1280, 390]) {
    describe(`${width} pixels wide,`, () => {
      let visit: Visit;
      let operation: Locator;
      let line: Locator;

      before(async () => {
        visit = await openPage(opened.browser, `${served.url}/docs/`, { viewport: { width, height: 900 } });
        operation = await openOperation(visit.page, FRAGMENT);
        line = operation.getByText(/^Errors: /);
      });
      after(async () => {
        await visit.close();
        // The browser reports the request that is refused below.
        expect(visit.complaints.filter((text) => !text.includes('422'))).to.eql([]);
      });

      const shown = async () => {
        const cells = await operation.locator('.responses-table td.response-col_status').all();
        const found: string[] = [];
        for (const cell of cells) {
          const text = (await cell.textContent()) ?? '';
          if (/^\d/.test(text) && (await cell.isVisible())) found.push(text);
        }
        return found;
      };

      it('are the successful ones, and one line with the statuses of the errors below them', async () => {
        expect(await shown()).to.eql(['201']);
        const errors = statuses.filter((status) => status >= '400');
        expect(errors).to.include.members(['400', '422', '500']);
        expect(await line.textContent()).to.equal(`Errors: ${errors.join(' ')}`);
        await line.scrollIntoViewIfNeeded();
        expect(await isInView(line)).to.equal(true);
        const success = await operation.locator('tr[data-code="201"]').boundingBox();
        const box = await line.boundingBox();
        expect(box?.y).to.be.at.least((success?.y ?? Number.NaN) + (success?.height ?? Number.NaN));
      });

      it('are all of them once the line is opened with the keyboard, and closed with it', async () => {
        await line.focus();
        await visit.page.keyboard.press('Enter');
        expect(await shown()).to.eql(statuses);
        const refused = operation.locator('p', { hasText: 'The input does not satisfy the rules' });
        await refused.scrollIntoViewIfNeeded();
        expect(await isInView(refused)).to.equal(true);
        await visit.page.keyboard.press('Enter');
        expect(await shown()).to.eql(['201']);
      });

      it('do not hide the answer of a request, which may be an error', async () => {
        await operation.locator('textarea').fill('{"title":1,"views":"many"}');
        await operation.locator('.execute').click();
        const status = operation.locator('.live-responses-table').getByText('422').first();
        await status.waitFor();
        expect(await isInView(status)).to.equal(true);
      });

      it('say nothing of links, which no operation has', async () => {
        await line.click();
        expect(await operation.getByText('No links').first().isVisible()).to.equal(false);
      });
    });
  }
});
