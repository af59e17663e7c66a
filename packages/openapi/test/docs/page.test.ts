import { Controller, createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import { createDocs } from '../../src/docs/create-docs.ts';
import { describeInBrowser, isInView, openOperation, openPage, shownOperation, type Visit } from './open-page.ts';
import { type Served, serve, serveBlog } from './serve-docs.ts';

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };
const SCREENS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [WIDE, NARROW].map((viewport) => ({ colorScheme, viewport })),
);

/** A string, because it runs in the page. */
const READ_LOOK =
  '({ background: getComputedStyle(document.body).backgroundColor, overflow: document.documentElement.scrollWidth - innerWidth })';

describeInBrowser('the documentation page in a browser', (opened) => {
  let served: Served;
  let visit: Visit;

  before(async () => {
    served = await serveBlog(express, (app, docs, router) => {
      const deep = express.Router().use('/docs', docs).use(router);
      return app.use('/docs', docs).use('/a', express().use('/b', deep)).use(router);
    });
  });
  after(async () => {
    await served.close();
  });

  // A visit loads a viewer of 2 MB, so tests share it.
  const visiting = (path: string, screen: (typeof SCREENS)[number], javaScriptEnabled = true) => {
    before(async () => {
      visit = await openPage(opened.browser, served.url + path, { ...screen, javaScriptEnabled });
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
        expect(await isInView(answer.locator('.response-col_status').last())).to.equal(true);
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
        await operation.getByRole('button', { name: /Filters/ }).click();
        await operation.locator('[data-param-name="views"] input').fill('{"gte":1,"in":"1,2"}');
        await operation.locator('.execute').click();
        await operation.locator('.request-url', { hasText: 'views%5Bgte%5D=1&views%5Bin%5D=1%2C2' }).waitFor();
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

    it('shows the parameters of all lists, and unfolds the filters', async () => {
      const { page } = visit;
      const operation = await shownOperation(page, '#/post/listPost');
      const names = () =>
        operation.locator('[data-param-name]').evaluateAll((rows) => rows.map(({ dataset }) => dataset.paramName));
      expect((await names()).slice(0, 5)).to.eql(['page', 'after', 'pageSize', 'sort', 'fields']);
      expect(await names()).not.to.include('views');
      expect(await isInView(operation.locator('.execute'))).to.equal(true);
      await operation.getByRole('button', { name: 'Filters (6)' }).click();
      expect(await names()).to.include('views');
    });

    it('shows a list of choices in one line, until it is opened', async () => {
      const field = visit.page.locator('[data-param-name="sort"] .choices');
      expect((await field.boundingBox())?.height).to.be.below(1.5 * 24);
      await field.locator('summary').click();
      for (const one of ['-views', 'id']) await field.getByRole('checkbox', { name: one, exact: true }).check();
      expect(await field.locator('summary').textContent()).to.equal('-views, id');
      await visit.page.locator('.execute').click();
      await visit.page.locator('.request-url', { hasText: '/post?sort=-views,id' }).waitFor();
    });
  });

  describe('an operation that changes records', () => {
    visiting('/docs/', { colorScheme: 'light', viewport: WIDE });

    for (const [name, method] of [
      ['deletePost', 'DELETE'],
      ['updatePost', 'PATCH'],
    ] as const) {
      it(`is not sent by one click: ${method}`, async () => {
        const { page } = visit;
        const sent: string[] = [];
        page.on('request', (request) => sent.push(request.method()));
        const operation = await openOperation(page, `#/post/${name}`);
        expect(await operation.locator('[data-param-name="id"] input').inputValue()).to.equal('');
        if (method === 'PATCH') expect(await operation.locator('textarea').inputValue()).to.equal('{}');
        await operation.locator('.execute').click();
        await operation.locator('.validation-errors').waitFor();
        expect(sent).not.to.include(method);
      });
    }

    it('has no button to cancel', async () => {
      expect(await visit.page.getByRole('button', { name: /cancel/i }).count()).to.equal(0);
    });
  });

  describe('QUERY', () => {
    visiting('/docs/#/post/queryPost', { colorScheme: 'light', viewport: WIDE });

    it('is sent with its body', async () => {
      const operation = await shownOperation(visit.page, '#/post/queryPost');
      await operation.locator('textarea').fill('{"pageSize":1}');
      await operation.locator('.execute').click();
      await operation.locator('.live-responses-table').getByText('200').first().waitFor();
      expect(await operation.locator('.curl').first().textContent()).to.include("-X 'QUERY'");
    });
  });

  describe('for each operation', () => {
    visiting('/docs/#/post/createPost', { colorScheme: 'light', viewport: WIDE });

    const samplesOf = async (fragment: string) => {
      const operation = await openOperation(visit.page, fragment);
      const samples = operation.locator('.samples');
      if (!(await samples.locator('pre').first().isVisible())) await samples.locator('summary').click();
      return samples.locator('pre').allTextContents();
    };

    it('shows samples of curl, fetch and the client', async () => {
      const [curl = '', fetched = '', client = ''] = await samplesOf('#/post/createPost');
      expect(curl).to.match(
        /^curl 'http:\S+\/post' \\\n {2}-X POST \\\n {2}-H 'Content-Type: application\/json' \\\n {2}-d '\{"title":/,
      );
      expect(fetched).to.match(/^const response = await fetch\("http:\S+\/post", \{\n {2}method: "POST",/);
      expect(client).to.match(/^const record = await api\.post\.create\(\{\n {2}title: /);
    });

    it('shows samples that run', async () => {
      const fetched = await visit.page.locator('.samples pre').nth(1).textContent();
      const run = `(async () => { ${fetched} return [response.status, data.title]; })()`;
      const [status, title] = (await visit.page.evaluate(run)) as [number, string];
      expect(status).to.equal(201);
      expect(title).to.be.a('string');
    });

    it('shows lists, records and parents in samples of the client', async () => {
      expect((await samplesOf('#/comment/listComment'))[2]).to.include('of api.comment.of({\n  postId: 1\n}).list()');
      expect((await samplesOf('#/api%2Ftag/deleteApiTag'))[2]).to.equal('await api.apiTag.delete(1);');
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
      visit = await openPage(opened.browser, `${hostile.url}/docs/${overrides}#/${text}/x`, {});
    });
    after(async () => {
      await visit.close();
      await hostile.close();
    });

    it('runs no injected script and loads no other document', async () => {
      const { page } = visit;
      await page.locator('.info .description a').first().waitFor();
      await page.locator('.overview').waitFor();
      const bad = page.locator('[onerror], [href^="javascript:"], form, main style, script:not([src])');
      expect(await bad.evaluateAll((found) => found.map(String))).to.eql([]);
      expect(await page.locator('.start h1').textContent()).to.equal(text);
      expect(visit.foreign).to.eql([]);
    });
  });

  describe('with markup in names, values and paths of the service', () => {
    let hostile: Served;
    before(async () => {
      const text = `<img src="x" onerror="alert(1)"></script>' "; alert(2) // \\`;
      class Post extends Controller {
        static description = text;
        static deprecated = true;
        postAction() {
          return {};
        }
      }
      const field = { string: true, in: [text], default: text } as const;
      const router = createRestRouter({
        rules: [
          [/\/it's"<b>\/(?<id>\d+)?/, 'post?id=:id', 'rest'],
          ["/it's/:id?", 'post', 'rest'],
        ],
        controllers: { post: Post },
        logics: { post: { postAction: { body: { [text]: field, title: field } } } },
      });
      hostile = await serve(
        express()
          .use('/docs', createDocs(router, { info: { title: text, version: '1' } }))
          .use(router),
      );
      visit = await openPage(opened.browser, `${hostile.url}/docs/`, {});
    });
    after(async () => {
      await visit.close();
      await hostile.close();
    });

    it('shows them as text', async () => {
      const { page } = visit;
      let dialogs = 0;
      page.on('dialog', () => dialogs++);
      for (const path of ['routes', 'relations']) {
        await page.goto(`${hostile.url}/docs/${path}`);
        expect(await page.locator('[onerror], main script, main b').count(), path).to.equal(0);
      }
      await page.goto(`${hostile.url}/docs/`);
      await page.locator('.side li a').first().click();
      await page.locator('.samples summary').click();
      const [curl = ''] = await page.locator('.samples pre').allTextContents();
      expect(curl).to.include('<img src=').and.to.include("'\\''");
      expect(await page.locator('[onerror], main script:not([src]), main b').count()).to.equal(0);
      expect(await page.locator('.side .deprecated', { hasText: 'Deprecated' }).count()).to.be.above(0);
      // The policy of the page has blocked what the viewer left of the markup.
      expect(dialogs).to.equal(0);
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
