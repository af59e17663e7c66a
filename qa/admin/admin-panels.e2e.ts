import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { rolldown } from 'rolldown';
import { PASSWORD, TRACKER } from '../../examples/tracker/test/open-tracker.ts';
import { type StartedTracker, startTracker } from '../../examples/tracker/test/start-tracker.ts';
import { type Browser, type Page, requireBrowser, startBrowser } from '../../packages/openapi/test/browser.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The owner of the first organization. */
const ADA = 1;
const CHANGED = 'changed by someone else';

const file = requireBrowser();

if (file !== undefined)
  describe('admin panels on examples/tracker', function () {
    this.timeout(60_000);
    let tracker: StartedTracker;
    let browser: Browser;
    let server: Server;
    let page: Page;
    let url: string;

    before(async () => {
      writePrograms();
      execFileSync(process.execPath, [`${ROOT}node_modules/typescript/bin/tsc`, '-p', FOLDER], { stdio: 'inherit' });
      const files = new Map<string, string>();
      // The panel is on another origin than the service.
      server = createServer((req, res) => {
        const program = files.get(req.url ?? '');
        if (program !== undefined) return res.setHeader('Content-Type', 'text/javascript').end(program);
        const name = /^\/panel\/([\w-]+)$/.exec(req.url ?? '')?.[1];
        const page = `<!doctype html><body><script type="module" src="/${name}.js"></script>`;
        return res.setHeader('Content-Type', 'text/html').end(page);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      process.env.CORS_ORIGIN = url;
      tracker = await startTracker();
      for (const name of ['react-admin', 'refine']) {
        const program = await bundle(`src/${name}.tsx`);
        files.set(`/${name}.js`, program.replace('http://localhost:3000', tracker.url));
      }
      browser = await startBrowser(file);
    });
    after(async () => {
      await browser?.close();
      server?.closeAllConnections();
      server?.close();
      await tracker?.stop();
    });
    beforeEach(async () => {
      page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
      page.setDefaultTimeout(10_000);
      // Fonts, and what the panels report to their makers.
      await page.route(/^https:/, (route) => route.abort());
    });
    afterEach(() => page.close());

    const bearer = async () => ({ Authorization: `Bearer ${await tracker.tokenOf(ADA)}` });
    /** Fill in the form to sign in, once with a wrong password. */
    const signIn = async (name: string) => {
      await page.locator(`input[name=${name}]`).fill('ada@example.com');
      await page.locator('input[name=password]').fill('not the password');
      await page.locator('button[type=submit]').click();
      await page.getByText('The address or the password is wrong').first().waitFor();
      await page.locator('input[name=password]').fill(PASSWORD);
      await page.locator('button[type=submit]').click();
    };
    /** Have the cookie of a session. */
    const haveSession = async () => {
      await page
        .context()
        .addCookies([{ name: 'session', value: await tracker.tokenOf(ADA), domain: '127.0.0.1', path: '/' }]);
    };

    /** The first column of the list. */
    const ids = async () => (await page.locator('.column-id').allTextContents()).filter((text) => /^\d+$/.test(text));
    const first = (id: string) => page.locator('tbody tr:first-child td.column-id', { hasText: id }).waitFor();

    describe('react-admin', () => {
      const open = async (path: string) => {
        await haveSession();
        await page.goto(`${url}/panel/react-admin#${path}`);
      };

      it('signs in with a password, and out', async () => {
        await page.goto(`${url}/panel/react-admin`);
        await signIn('username');
        await first('1');
        await page.getByRole('button', { name: 'Profile' }).click();
        await page.getByRole('menuitem', { name: 'Logout' }).click();
        await page.locator('input[name=username]').waitFor();
      });

      it('lists, with references; sorts, searches, filters and pages', async () => {
        await open('/issue');
        await first('1');
        expect(await ids()).to.have.length(10);
        await page.locator('td.column-project_id', { hasText: 'Website' }).first().waitFor();
        await page.locator('th.column-id span[role=button]').click();
        await first('298');
        await page.locator('input[name=q]').fill('slow');
        await expectEventually(async () => {
          const titles = await page.locator('td.column-title').allTextContents();
          expect(titles.every((title) => title.includes('slow'))).to.equal(true);
        });
        await page.getByRole('button', { name: 'Go to page 2' }).click();
        await page.locator('.MuiTablePagination-displayedRows', { hasText: '11-20 of ' }).waitFor();
        if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT, animations: 'disabled' });
      });

      it('exports more records than a page of the service has', async () => {
        await open('/issue');
        await first('1');
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Export' }).click();
        const lines = readFileSync(await (await download).path(), 'utf8').split('\n');
        // The names of the columns, and the issues of one organization.
        const { headers } = await tracker.send('GET', '/issue?page=1&pageSize=1', undefined, await bearer());
        expect(Number(headers.get('x-total-count'))).to.be.above(100);
        expect(lines).to.have.length(Number(headers.get('x-total-count')) + 1);
      });

      it('creates a record with a reference, and shows the errors of fields', async () => {
        await open('/issue/create');
        await page.locator('input[name=project_id]').click();
        await page.getByRole('option', { name: 'Billing' }).click();
        await page.locator('input[name=title]').fill('x'.repeat(130));
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('title must be between 1 and 120 characters long').first().waitFor();
        await page.locator('input[name=title]').fill('Written in a form');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.waitForURL(/\/issue\/\d+\/show$/);
        const [stored] = await tracker.models.model('issue').where({ title: 'Written in a form' }).select();
        expect(stored).to.include({ project_id: 3, reporter_id: ADA });
      });

      it('saves a change, and says that someone else has made another', async () => {
        await open('/issue/1');
        const body = page.locator('textarea[name=body]');
        await body.fill('From the form');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.waitForURL(/#\/issue$/);
        expect(await tracker.models.model('issue').byId(1).find()).to.include({ body: 'From the form' });
        await open('/issue/2');
        await body.fill('From the form');
        await tracker.models.model('issue').byId(2).update({ title: 'Changed meanwhile' });
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText(CHANGED).first().waitFor();
        const stored = await tracker.models.model('issue').byId(2).find();
        expect(stored).to.include({ title: 'Changed meanwhile' }).and.not.include({ body: 'From the form' });
      });

      it('shows the records of a relation, and deletes many', async () => {
        await open('/issue/1/show');
        await page.getByText('Comments').waitFor();
        await page.locator('td.column-body').first().waitFor();
        await open('/issue');
        await first('1');
        for (const at of [0, 1]) await page.locator('tbody input[type=checkbox]').nth(at).check();
        await page.getByRole('button', { name: 'Delete' }).click();
        await first('3');
        // It can be undone for five seconds; another page ends them.
        await page.getByText('Projects').first().click();
        await page.locator('td.column-name').first().waitFor();
        await expectEventually(async () =>
          expect((await tracker.send('GET', '/issue/1', undefined, await bearer())).status).to.equal(404),
        );
      });
    });

    it('refine signs in, lists, searches, and shows errors and conflicts', async () => {
      await page.goto(`${url}/panel/refine`);
      await signIn('email');
      await page.locator('li').nth(4).waitFor();
      await page.locator('input[name=q]').fill('slow ada');
      await page.getByText(/^\d{1,2} issues$/).waitFor();
      const save = async (title: string, shown: string) => {
        await page.locator('input[name=title]').fill(title);
        await page.getByRole('button', { name: 'Save' }).click();
        await page.locator('output', { hasText: shown }).waitFor();
      };
      await page.goto(`${url}/panel/refine`);
      await page.locator('li').nth(4).waitFor();
      await save('x'.repeat(130), 'title must be between 1 and 120 characters long');
      await page.reload();
      await page.locator('li').nth(4).waitFor();
      await tracker.models.model('issue').byId(2).update({ status: 'done' });
      await save('From refine', CHANGED);
      await page.reload();
      await page.locator('li').nth(4).waitFor();
      await save('From refine', 'Saved');
    });
  });

// --- internal ---

/** Wait for what a page does in the background. */
async function expectEventually(check: () => Promise<unknown>, deadline = Date.now() + 10_000): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (Date.now() > deadline) throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expectEventually(check, deadline);
  }
}

/** The programs of docs/admin-panels.md, each with the client of the example. */
function writePrograms(): void {
  const page = readFileSync(`${ROOT}docs/admin-panels.md`, 'utf8');
  for (const name of ['react-admin', 'refine']) {
    const section = page.slice(page.indexOf(`\n## ${name}\n`));
    const folder = `${FOLDER}generated/${name}`;
    mkdirSync(folder, { recursive: true });
    const blocks = section.slice(0, section.indexOf('\n## ', 1)).matchAll(/^```tsx\n\/\/ src\/(\S+)\n([\s\S]*?)^```/gm);
    for (const [, file, text = ''] of blocks) writeFileSync(`${folder}/${file}`, text);
    const words = [`${ROOT}packages/cli/bin/rest-gen.js`, 'client', '--out', `${folder}/api.ts`];
    execFileSync(process.execPath, words, { cwd: TRACKER });
  }
}

async function bundle(input: string): Promise<string> {
  const built = await rolldown({
    cwd: FOLDER,
    input,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    resolve: {
      alias: {
        '@rest-gen/client/react-admin': `${ROOT}packages/client/src/react-admin.ts`,
        '@rest-gen/client/refine': `${ROOT}packages/client/src/refine.ts`,
        '@rest-gen/client/session': `${ROOT}packages/client/src/session.ts`,
        '@rest-gen/client': `${ROOT}packages/client/src/index.ts`,
      },
    },
    onLog: () => undefined,
  });
  const { output } = await built.generate({ format: 'es', codeSplitting: false } as never);
  await built.close();
  return output[0].code;
}
