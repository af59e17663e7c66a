import { expect } from 'chai';
import express from 'express';
import type { Page } from 'playwright-core';
import { describeInBrowser, isInView, openOperation, openPage, shownOperation, type Visit } from './open-page.ts';
import { type Served, serveBlog } from './serve-docs.ts';

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };

describeInBrowser('the way through the documentation page', (opened) => {
  let served: Served;
  let visit: Visit;

  before(async () => {
    served = await serveBlog(express, (app, docs, router) => app.use('/docs', docs).use(router));
  });
  after(async () => {
    await served.close();
  });

  const visiting = (path: string, viewport: typeof WIDE) => {
    before(async () => {
      visit = await openPage(opened.browser, served.url + path, { viewport });
    });
    after(() => visit.close());
    afterEach(() => {
      expect(visit.complaints).to.eql([]);
      expect(visit.foreign).to.eql([]);
    });
  };
  const headings = (page: Page) => page.locator('h1:visible').allTextContents();
  const focused = (page: Page) => page.evaluate('document.activeElement.textContent');

  for (const viewport of [WIDE, NARROW]) {
    describe(`${viewport.width} pixels wide`, () => {
      visiting('/docs/', viewport);

      it('begins with the service and its resources', async () => {
        const { page } = visit;
        const link = page.locator('.overview a', { hasText: 'comment' });
        await link.waitFor();
        expect(await headings(page)).to.eql(['Blog <1>']);
        expect(await isInView(page.locator('h1:visible'))).to.equal(true);
        // The header is one row.
        expect((await page.locator('.top').boundingBox())?.height).to.be.below(60);
        expect(await isInView(page.locator('.top nav a:visible').last())).to.equal(true);
        expect(await page.locator('.overview').textContent()).to.include('What is written.');
        // CommonMark.
        expect(await page.locator('.info em').textContent()).to.equal('comments');
      });

      it('shows one operation and nothing else', async () => {
        const { page } = visit;
        await openOperation(page, '#/post/createPost');
        expect(await headings(page)).to.eql(['Create a post']);
        expect(await page.locator('#viewer .execute').count()).to.equal(1);
        // The description of the class.
        expect(await isInView(page.locator('.operation-head', { hasText: 'What is written.' }))).to.equal(true);
        expect(await isInView(page.locator('.side a[aria-current]'))).to.equal(viewport === WIDE);
        expect(await page.locator('.side a[aria-current]').getAttribute('href')).to.equal('#/post/createPost');
        expect(await page.title()).to.equal('Create a post · Blog <1>');
      });

      it('shows the top of the next operation, wherever the last was scrolled to', async () => {
        const { page } = visit;
        expect(await page.evaluate('scrollTo(0, 2000), scrollY')).to.be.above(200);
        await page.evaluate(`document.querySelector('.side a[href="#/comment/deleteComment"]').click()`);
        await shownOperation(page, '#/comment/deleteComment');
        expect(await headings(page)).to.eql(['Delete a comment']);
      });

      it('goes back to the operation before, and to the start', async () => {
        const { page } = visit;
        await page.goBack();
        await shownOperation(page, '#/post/createPost');
        expect(await headings(page)).to.eql(['Create a post']);
        await page.goBack();
        await page.locator('.overview').waitFor();
        expect(await headings(page)).to.eql(['Blog <1>']);
        expect(await page.locator('#viewer .execute').count()).to.equal(0);
        expect(await focused(page)).to.equal('Blog <1>');
        await page.goForward();
        await shownOperation(page, '#/post/createPost');
      });
    });
  }

  describe('by an address', () => {
    visiting('/docs/#/api%2Ftag/listApiTag', WIDE);

    it('leads to the operation, even with a slash in its tag', async () => {
      await shownOperation(visit.page, '#/api%2Ftag/listApiTag');
      expect(await headings(visit.page)).to.eql(['List tags']);
    });

    it('leads to the start if it names no operation', async () => {
      for (const fragment of ['#/%/%E0%A4%A/x', '#/post/nothing', '']) {
        await visit.page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
        await visit.page.locator('.overview').waitFor();
        expect(await headings(visit.page), fragment).to.eql(['Blog <1>']);
        await visit.page.goBack();
        await visit.page.locator('.execute').waitFor();
      }
    });
  });

  describe('with the keyboard only', () => {
    visiting('/docs/', WIDE);
    const press = async (...keys: string[]) => {
      for (const key of keys) await visit.page.keyboard.press(key);
    };
    /** Press Tab until an element that matches has the focus. */
    const tabTo = async (selector: string, most: number) => {
      for (let pressed = 1; pressed <= most; pressed += 1) {
        await press('Tab');
        if (await visit.page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return pressed;
      }
      throw new Error(`${selector} is more than ${most} times Tab away`);
    };

    it('skips the list', async () => {
      await visit.page.locator('.overview').waitFor();
      await press('Tab');
      expect(await focused(visit.page)).to.equal('Skip to the content');
      expect(await isInView(visit.page.locator(':focus'))).to.equal(true);
      await press('Enter', 'Tab');
      expect(await visit.page.evaluate(`document.activeElement.closest('#viewer') !== null`)).to.equal(true);
      expect(await isInView(visit.page.locator(':focus'))).to.equal(true);
    });

    it('searches, and Enter leads to the heading of the first operation', async () => {
      await press('/');
      await visit.page.keyboard.type('tag delete');
      expect(await visit.page.locator('.side li:visible').count()).to.equal(1);
      await press('Enter');
      await shownOperation(visit.page, '#/api%2Ftag/deleteApiTag');
      expect(await focused(visit.page)).to.equal('Delete a tag');
    });

    it('reaches the first field of an operation with two keys, and sends it', async () => {
      const { page } = visit;
      await press('/');
      await page.locator('#search').fill('GET /post list');
      await press('Enter');
      await shownOperation(page, '#/post/listPost');
      expect(await tabTo('.parameters input', 2)).to.be.at.most(2);
      await tabTo('.choices summary', 5);
      await press('Enter', 'Tab', 'Space');
      await tabTo('.execute', 80);
      await press('Enter');
      await page.locator('.live-responses-table').getByText('200').first().waitFor();
      expect(await page.locator('.request-url').textContent()).to.include('/post?sort=');
      expect(await isInView(page.locator('.request-url pre'))).to.equal(true);
      await press('/');
      await page.locator('#search').fill('POST /post create');
      await press('Enter');
      await shownOperation(page, '#/post/createPost');
      await page.goBack();
      await shownOperation(page, '#/post/listPost');
      await page.locator('.live-responses-table').waitFor();
      expect(await isInView(page.locator('#viewer h1'))).to.equal(true);
    });

    it('skips the list of an operation, and stays there', async () => {
      const { page } = visit;
      await page.evaluate('document.activeElement.blur()');
      await page.reload();
      await shownOperation(page, '#/post/listPost');
      await page.locator('.skip').focus();
      await press('Enter');
      expect(await page.locator('#viewer .execute').count()).to.equal(1);
      await press('Tab');
      expect(await page.evaluate(`document.activeElement.closest('#viewer') !== null`)).to.equal(true);
    });
  });

  describe('with the search', () => {
    visiting('/docs/', WIDE);
    const search = async (words: string) => {
      await visit.page.locator('#search').fill(words);
      return visit.page.locator('.side li:visible code').allTextContents();
    };

    it('finds fields and descriptions, and forgives one typo', async () => {
      await visit.page.locator('.overview').waitFor();
      await visit.page.locator('#search').focus();
      expect(await search('QUERY post')).to.include('/post');
      // A field, which no path and no summary has.
      expect(await search('views')).to.eql(['/post', '/post', '/post', '/post/{id}', '/post/{id}', '/post/{id}']);
      expect(await search('coment')).to.include('/post/{postId}/comments');
      expect(await search('delte tag')).to.eql(['/api/tag/{id}']);
      expect(await search('nothing of this')).to.eql([]);
      await visit.page.getByText('No operation has these words.').waitFor();
    });
  });
});
