import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import cors from 'cors';
import { type Browser, type Page, requireBrowser, startBrowser } from '../../openapi/test/browser.ts';
import { openService, PASSWORD, type Service } from './open-service.ts';

const file = requireBrowser();

/** Send a request from a page. @returns the status; 0 for one that the browser refuses to show or to send */
function send(page: Page, method: string, url: string, body?: object): Promise<number> {
  return page.evaluate(
    async ([sent, to, text]) => {
      const headers = { 'Content-Type': 'application/json' };
      const init = { method: sent as string, credentials: 'include', headers, body: text ?? null } as const;
      return fetch(to as string, init).then(
        ({ status }) => status,
        () => 0,
      );
    },
    [method, url, body && JSON.stringify(body)],
  );
}

/** Send a form, as a page of any origin can. @returns the status of the page that it leads to */
async function submit(page: Page, url: string): Promise<number | undefined> {
  const [answer] = await Promise.all([
    page.waitForNavigation(),
    page.evaluate(`{
      const form = Object.assign(document.createElement('form'), { action: ${JSON.stringify(url)}, method: 'post' });
      document.body.append(form);
      form.submit();
    }`),
  ]);
  return answer?.status();
}

async function listen(server: Server): Promise<number> {
  server.listen(0);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

if (file !== undefined)
  describe('the cookie in Chromium', function () {
    this.timeout(60_000);
    let service: Service;
    let browser: Browser;
    let page: Page;
    const servers: Server[] = [];
    let api = '';
    let listed = '';
    let other = '';

    before(async () => {
      const empty = () => {
        const server = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end('<!doctype html>'));
        servers.push(server);
        return listen(server);
      };
      listed = `http://localhost:${await empty()}`;
      other = `localhost:${await empty()}`;
      service = await openService({
        origins: [listed],
        before: (app) => app.use(cors({ origin: listed, credentials: true })),
      });
      const server = createServer(service.app);
      servers.push(server);
      api = `http://localhost:${await listen(server)}`;
      await service.signedIn('ann@example.com');
      browser = await startBrowser(file);
    });
    beforeEach(async () => {
      page = await (await browser.newContext()).newPage();
      await page.goto(`${api}/nothing`);
      const credentials = { email: 'ann@example.com', password: PASSWORD };
      expect(await send(page, 'POST', `${api}/session`, credentials)).to.equal(201);
    });
    after(async () => {
      await browser.close();
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await service.close();
    });

    const writes = () => service.models.model('token').where({ kind: 'api' }).count();

    it('signs in the pages of the service, and is hidden from their scripts', async () => {
      expect(await page.evaluate('document.cookie')).to.equal('');
      expect(await send(page, 'GET', `${api}/session`)).to.equal(200);
      expect(await send(page, 'POST', `${api}/token`, { name: 'x' })).to.equal(201);
      expect(await send(page, 'DELETE', `${api}/session`)).to.equal(204);
      expect(await send(page, 'GET', `${api}/session`)).to.equal(401);
    });

    it('signs in the pages of an origin of the list', async () => {
      await page.goto(listed);
      expect(await send(page, 'GET', `${api}/session`)).to.equal(200);
      expect(await send(page, 'POST', `${api}/token`, { name: 'x' })).to.equal(201);
    });

    it('lets another page of the same site neither read nor write', async () => {
      const before = await writes();
      await page.goto(`http://${other}`);
      expect(await send(page, 'GET', `${api}/session`)).to.equal(0);
      expect(await send(page, 'POST', `${api}/token`, { name: 'x' })).to.equal(0);
      // A form needs no permission of CORS, and the browser sends the cookie.
      expect(await submit(page, `${api}/token`)).to.equal(403);
      expect(await writes()).to.equal(before);
    });

    it('is not sent with writes of another site', async () => {
      const before = await writes();
      await page.goto(`http://${other.replace('localhost', '127.0.0.1')}`);
      expect(await send(page, 'POST', `${api}/token`, { name: 'x' })).to.equal(0);
      // With the cookie it would be 403: this is a request of nobody, with a body that is no JSON.
      expect(await submit(page, `${api}/token`)).to.equal(415);
      expect(await writes()).to.equal(before);
      // A link leads there as the user.
      expect((await page.goto(`${api}/session`))?.status()).to.equal(200);
    });

    it('is one that Chromium keeps over HTTP only outside of production', async () => {
      const [cookie] = await page.context().cookies();
      expect(cookie).to.include({ name: 'session', httpOnly: true, secure: false, sameSite: 'Lax', path: '/' });
    });
  });
