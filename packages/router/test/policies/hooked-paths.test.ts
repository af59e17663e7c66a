import { expect } from 'chai';
import type { AfterWrite, BeforeWrite, ControllerClass, RestRouterOptions, Row } from '../../src/index.ts';
import { keepQuiet, onBothMajors } from '../serve.ts';
import { ANN, askOf, BOB, Document, Draft, GUEST, openArchive } from './archive.ts';
import { WAYS, type Way } from './paths.ts';

/** Ways over HTTP that write documents; actions that name a table call no hooks. */
const WRITES = WAYS.filter(({ ask, gives, name }) => ask && (gives === 'changes' || name.includes('gives')));

const USERS = [
  ['Ann', ANN, {}],
  ['Bob', BOB, {}],
  ['a guest', GUEST, {}],
  ['anyone without policies', BOB, { policies: {} }],
] as const;

onBothMajors('hooks on every way to write', (serve) => {
  keepQuiet();

  async function go(
    { ask }: Way,
    user: Record<string, string>,
    [table, hooked]: readonly [string, ControllerClass],
    options: Partial<RestRouterOptions>,
  ): Promise<{ before: Row[]; after: Row[]; secrets: number; text: string }> {
    const archive = await openArchive(serve, { ...options, controllers: { [table]: hooked } });
    try {
      const rows = () => archive.stored.repository(table).findMany({ orderBy: [['id', 'asc']] });
      const before = await rows();
      const text = JSON.stringify(await ask?.(askOf(archive, user)));
      return { before, after: await rows(), secrets: await archive.stored.repository('secret').count(), text };
    } finally {
      await archive.stored.close();
    }
  }

  for (const way of WRITES) {
    const [table, Base] = way.name === 'restore' ? (['draft', Draft] as const) : (['document', Document] as const);
    for (const [who, user, options] of USERS) {
      describe(`${way.name}, ${who}`, () => {
        it('are called with the records as they were and are, once for each', async () => {
          const writes: AfterWrite[] = [];
          class Watched extends (Base as typeof Document) {
            override afterCommit(write: AfterWrite) {
              writes.push(write);
            }
          }
          const { before, after } = await go(way, user, [table, Watched], options);
          const rows = new Map(before.map((row) => [row.id, row]));
          for (const write of writes) {
            expect(write.before).to.deep.equal(write.action === 'create' ? undefined : rows.get(write.before?.id));
            if (write.after === undefined) rows.delete(write.before?.id);
            else rows.set(write.after.id, write.after);
          }
          expect([...rows.values()].sort((a, b) => Number(a.id) - Number(b.id))).to.deep.equal(after);
        });

        it('write what beforeWrite has made of it', async () => {
          class Changed extends (Base as typeof Document) {
            override beforeWrite({ action, values }: BeforeWrite) {
              if (action !== 'delete') values.title = `${String(values.title ?? 'hook')} ${Math.random()}`.slice(0, 30);
            }
          }
          const { before, after } = await go(way, user, [table, Changed], options);
          const known = new Set(before.map((row) => JSON.stringify(row)));
          for (const row of after.filter((one) => !known.has(JSON.stringify(one))))
            expect(row.title).to.match(/ 0\.\d/);
        });

        it('change nothing where beforeWrite throws', async () => {
          class Refusing extends (Base as typeof Document) {
            override beforeWrite() {
              this.fail(409, 'No');
            }
          }
          const { before, after } = await go(way, user, [table, Refusing], options);
          expect(after).to.deep.equal(before);
        });

        it('change nothing where afterWrite throws, nor what it has written', async () => {
          let calls = 0;
          class Failing extends (Base as typeof Document) {
            override async afterWrite() {
              calls++;
              await this.model('secret').unrestricted().add({ text: 'audit' });
              this.fail(409, 'No');
            }
          }
          const { before, after, secrets, text } = await go(way, user, [table, Failing], options);
          expect(after).to.deep.equal(before);
          expect(secrets).to.equal(1);
          if (calls > 0) expect(text).to.contain('409');
          if (who === 'Ann' && way.gives === 'changes') expect(calls).to.be.greaterThan(0);
        });
      });
    }
  }
});
