import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineLogic } from '@rest-gen/logic';
import { createRestRouter, type Row } from '@rest-gen/router';
import { expect } from 'chai';
import { keepQuiet, MAJORS } from '../../packages/router/test/serve.ts';
import Rest from '../../test/fixture/rest.ts';
import { type Answer, type RequestText, request } from './bytes.ts';
import { askAll } from './corpus/pipeline.ts';
import { type OpenStore, STORES } from './corpus/stores.ts';
import { encode, isWellFormed, STRINGS } from './corpus/strings.ts';

const text = { string: true, nullable: true } as const;
const note = defineLogic({ postAction: { body: { word: text, body: text, meta: { object: true, nullable: true } } } });
class Note extends Rest<typeof note> {
  static maxPageSize = 1_000;
}

/** What every store can hold. */
function isStorable(text: string): boolean {
  return isWellFormed(text) && !text.includes('\0');
}

describe('naughty strings in stores', () => {
  for (const [name, open] of STORES) {
    describe(name, () => {
      keepQuiet();
      let store: OpenStore;
      let server: Server;
      let port: number;
      before(async () => {
        store = await open();
        const router = createRestRouter({
          rules: [['/note/:id?', 'rest']],
          controllers: { note: Note },
          logics: { note },
          model: store.models,
          log: false,
        });
        const [[, create]] = MAJORS as [(typeof MAJORS)[number]];
        server = createServer(create().use(router) as RequestListener).listen(0, '127.0.0.1');
        await once(server, 'listening');
        port = (server.address() as AddressInfo).port;
      });
      after(async () => {
        server.closeAllConnections();
        server.close();
        await store.close();
      });

      const send = async (method: string, requests: readonly (readonly [path: string, more?: RequestText])[]) => {
        const bytes = requests.map(([path, more]) => request(method, path, { ...more, isKept: true }));
        const answers = await askAll(port, bytes, 50);
        for (const [index, { status, body }] of answers.entries()) {
          expect(status, `${JSON.stringify(requests[index])} -> ${body}`).to.be.within(200, 499);
        }
        return answers;
      };
      const add = (rows: readonly unknown[]) =>
        send(
          'POST',
          rows.map((json) => ['/note', { json }] as const),
        );
      const readAgain = (answers: readonly Answer[]) =>
        send(
          'GET',
          answers.map((answer) => [answer.fields.get('location') as string] as const),
        );

      it('a text comes back as it was, or is refused', async () => {
        const answers = await add(STRINGS.map((one) => ({ word: one, body: one })));
        const added = answers.filter(({ status }) => status === 201);
        const again = await readAgain(added);
        let at = 0;
        for (const [index, one] of STRINGS.entries()) {
          const answer = answers[index] as Answer;
          // A text that is too long for the column: SQLite alone takes it.
          const isLong = [...one].length > 255 && answer.status !== 201;
          if (!isStorable(one) || isLong) {
            expect(answer.status, `${JSON.stringify(one)} ${answer.body}`).to.equal(422);
            continue;
          }
          expect(answer.json()).to.include({ word: one, body: one });
          expect((again[at++] as Answer).json()).to.deep.equal(answer.json());
        }
        expect(at).to.equal(added.length);
      });

      it('a filter by a text finds the records that have it, and no others', async () => {
        const rows = await store.models.repository('note').findMany({ fields: ['body'] });
        const stored = new Set(rows.map(({ body }) => body));
        expect(stored.size).to.be.greaterThan(400);
        const asked = STRINGS.filter((one) => encode(one).length < 6_000);
        const answers = await send(
          'GET',
          asked.flatMap((one) =>
            ['eq', 'in'].map((operator) => {
              return [
                `/note?body[${operator}]=${encode(one)}${operator === 'in' ? '&body[in]=none' : ''}&fields=body`,
              ] as const;
            }),
          ),
        );
        for (const [index, answer] of answers.entries()) {
          const one = asked[Math.floor(index / 2)] as string;
          if (answer.status === 400) {
            expect(isStorable(one), JSON.stringify(one)).to.equal(false);
            continue;
          }
          expect(answer.json(), JSON.stringify(one)).to.deep.equal(stored.has(one) ? [{ body: one }] : []);
        }
      });

      it('pages sorted by a text have each record once', async () => {
        for (const sort of ['word', '-word']) {
          const ids: unknown[] = [];
          for (let path: string | undefined = `/note?sort=${sort}&pageSize=37`; path !== undefined; ) {
            const [answer] = (await send('GET', [[path]])) as [Answer];
            ids.push(...(answer.json() as Row[]).map(({ id }) => id));
            path = /<([^>]+)>; rel="next"/.exec(answer.fields.get('link') ?? '')?.[1];
          }
          expect(new Set(ids).size)
            .to.equal(ids.length)
            .and.equal(await store.models.repository('note').count());
        }
      });

      it('a text in JSON comes back as it was, or is refused', async () => {
        const answers = await add(STRINGS.map((one) => ({ meta: { deep: [{ one }] } })));
        const added = answers.filter(({ status }) => status === 201);
        const again = await readAgain(added);
        const stored = STRINGS.filter((_, index) => answers[index]?.status === 201);
        for (const [index, one] of stored.entries()) {
          expect((again[index] as Answer).json(), JSON.stringify(one)).to.have.deep.property('meta', {
            deep: [{ one }],
          });
        }
        for (const one of STRINGS) {
          if (isStorable(one)) expect(stored, JSON.stringify(one)).to.include(one);
        }
      });

      it('a name in JSON comes back as it was, or is refused', async () => {
        const answers = await add(STRINGS.map((one) => ({ meta: Object.fromEntries([[one, 1]]) })));
        const again = await readAgain(answers.filter(({ status }) => status === 201));
        const stored = STRINGS.filter((_, index) => answers[index]?.status === 201);
        for (const [index, one] of stored.entries()) {
          const { meta } = (again[index] as Answer).json() as { meta: object };
          expect(Object.entries(meta), JSON.stringify(one)).to.deep.equal([[one, 1]]);
        }
        const lost = STRINGS.filter((one) => !stored.includes(one) && isStorable(one) && one.length <= 1_000);
        expect(lost).to.deep.equal(['__proto__']);
      });
    });
  }
});
