import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { connect } from '../packages/mcp/test/open-agent.ts';
import { type Browser, type Page, requireBrowser, startBrowser } from '../packages/openapi/test/browser.ts';
import { freePort } from './free-port.ts';
import { createDatabase } from './stores/postgres/database.ts';
import { requireServer } from './stores/servers.ts';
import { readChapter } from './tutorial/read-chapter.ts';
import { type Reader, startReader } from './tutorial/replay.ts';
import { startProgram } from './tutorial/start-program.ts';
import { listFiles, readText } from './workspace.ts';

const CHAPTERS = listFiles('docs')
  .filter((path) => /\/tutorial-\d+-/.test(path))
  .sort((a, b) => numberOf(a) - numberOf(b));
const chromium = requireBrowser();
const postgres = await requireServer('postgres');

describe('the tutorial', function () {
  this.timeout(300_000);
  this.bail(true);
  const folder = mkdtempSync(join(tmpdir(), 'rest-gen-tutorial-'));
  let reader: Reader;
  let url: string;
  before(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    reader = startReader(folder, port);
  });
  after(async () => {
    await reader.close();
    rmSync(folder, { recursive: true, maxRetries: 5 });
  });

  for (const path of CHAPTERS) {
    it(path, async () => {
      for (const block of readChapter(readText(path))) await reader.follow(block);
      await reader.settle();
    });

    if (path.includes('-6-') && chromium !== undefined)
      it('has a page that signs in, lists issues and shows the errors of a form', () =>
        inBrowser(chromium, async (browser) => {
          const page = await signedIn(browser, url);
          await page.locator('#issues li').nth(2).waitFor();
          const form = page.locator('#create');
          await form.locator('button').click();
          await form.getByText('title is required').waitFor();
          await form.locator('input').fill('Written in the page');
          await form.locator('button').click();
          await page.locator('#issues li:first-child', { hasText: 'Written in the page (open)' }).waitFor();
          await page.reload();
          await page.locator('#issues li').nth(3).waitFor();
        }));

    if (path.includes('-7-') && chromium !== undefined)
      it('has a page that shows what another one adds', () =>
        inBrowser(chromium, async (browser) => {
          const [one, other] = [await signedIn(browser, url), await signedIn(browser, url)];
          for (const page of [one, other]) await page.getByText('Written by Bob (open)').waitFor();
          await one.locator('#create input').fill('Seen in two windows');
          await one.locator('#create button').click();
          for (const page of [one, other]) await page.getByText('Seen in two windows (open)').waitFor();
        }));

    if (path.includes('-8-'))
      it('has a service that the official client of agents uses', async () => {
        const token = await reader.run('echo $TRACKER_TOKEN');
        const agent = await connect(url, { Authorization: `Bearer ${token.trim()}` });
        try {
          const { tools } = await agent.client.listTools();
          expect(tools.map(({ name }) => name)).to.include.members(['resources', 'read', 'plan', 'commit']);
          const { body: plan } = await agent.call('plan', { method: 'DELETE', url: '/issue/3' });
          expect(plan.body.changes).to.eql({ issue: { deleted: 1 } });
          expect((await agent.call('commit', { token: plan.body.token })).body.status).to.equal(204);
        } finally {
          await agent.close();
        }
      });

    if (path.includes('-10-')) {
      it('has an image with all that the server reads', async () => {
        const image = join(folder, 'image');
        mkdirSync(image);
        const copied = readFileSync(join(reader.folder, 'Dockerfile'), 'utf8').matchAll(/--from=build \/app\/(\S+) /g);
        for (const [, name = ''] of copied) {
          const [from, to] = [join(reader.folder, name), join(image, name)];
          if (name === 'node_modules') symlinkSync(from, to, 'junction');
          else cpSync(from, to, { recursive: true });
        }
        mkdirSync(join(image, 'data'));
        await serve(image, { NODE_ENV: 'production' }, async (address) => {
          expect((await fetch(`${address}/ready`)).status).to.equal(200);
          expect(await (await fetch(address)).text()).to.include('<title>Tracker</title>');
          expect((await fetch(`${address}/main.js`)).status).to.equal(200);
        });
      });

      if (postgres !== undefined)
        it('runs on PostgreSQL', async () => {
          const [, variables = ''] =
            /^```sh\nexport (NODE_ENV=.*postgres:.*)\nnpm run migrate\nnpm start\n```/m.exec(readText(path)) ?? [];
          expect(variables).not.to.equal('');
          const database = await createDatabase(postgres);
          try {
            await serve(reader.folder, { NODE_ENV: 'production', DATABASE_URL: database.url }, async (address) => {
              expect((await fetch(`${address}/ready`)).status).to.equal(200);
              const user = { email: 'cleo@example.com', password: 'correct horse battery staple' };
              const headers = { 'Content-Type': 'application/json' };
              const signedUp = await fetch(`${address}/user`, { method: 'POST', headers, body: JSON.stringify(user) });
              expect(signedUp.status).to.equal(202);
              expect(await database.run('select email from "user"')).to.eql([{ email: 'cleo@example.com' }]);
            });
          } finally {
            await database.drop();
          }
        });
    }
  }
});

// --- internal ---

/** Apply the migrations, start what was built, and stop it after the work. */
async function serve(
  cwd: string,
  variables: NodeJS.ProcessEnv,
  work: (address: string) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const env = { ...process.env, NODE_OPTIONS: undefined, ...variables, PORT: String(port) };
  const migration = startProgram('node node_modules/rest-gen/bin/rest-gen.js migrate', cwd, env);
  await migration.until((printed) => printed.includes('_create_plan_token'));
  const server = startProgram('exec node --enable-source-maps dist/server.js', cwd, env);
  try {
    await server.until((printed) => printed.includes(`:${port}\n`));
    await work(`http://localhost:${port}`);
  } finally {
    expect(await server.stop(), server.printed()).to.equal(0);
  }
}

function numberOf(path: string): number {
  return Number(/tutorial-(\d+)/.exec(path)?.[1]);
}

async function inBrowser(file: string, work: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await startBrowser(file);
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
}

/** A window of its own, in which Ada has signed in. */
async function signedIn(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(url);
  await page.locator('#sign-in input[name=email]').fill('ada@example.com');
  await page.locator('#sign-in input[name=password]').fill('correct horse battery staple');
  await page.locator('#sign-in button').click();
  await page.locator('#issues li').first().waitFor();
  return page;
}
