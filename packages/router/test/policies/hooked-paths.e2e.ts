import { expect } from 'chai';
import type { AfterWrite, BeforeWrite, ControllerClass, RestRouterOptions, Row } from '../../src/index.ts';
import { keepQuiet, onExpress5 } from '../serve.ts';
import { ANN, askOf, BOB, Document, DocumentTag, Draft, GUEST, openArchive, Remark, Scan } from './archive.ts';
import { type HookedTable, WAYS, type Way } from './paths.ts';

const CLASSES = { document: Document, document_tag: DocumentTag, draft: Draft, remark: Remark, scan: Scan };
const TABLES = Object.keys(CLASSES) as HookedTable[];

/** Ways over HTTP that write; actions that name a table call no hooks. */
const WRITES = WAYS.filter(({ ask, gives, name }) => ask && (gives === 'changes' || name.includes('gives')));

const USERS = [
  ['Ann', ANN, {}],
  ['Bob', BOB, {}],
  ['a guest', GUEST, {}],
  ['anyone without policies', BOB, { policies: {} }],
] as const;

type Stored = Record<HookedTable, Row[]>;

onExpress5('hooks on every way to write', (serve) => {
  keepQuiet();

  async function go(
    { ask }: Way,
    user: Record<string, string>,
    [table, hooked]: readonly [HookedTable, ControllerClass],
    options: Partial<RestRouterOptions>,
  ): Promise<{ before: Stored; after: Stored; secrets: number; text: string }> {
    const archive = await openArchive(serve, { ...options, controllers: { [table.replace('_', '-')]: hooked } });
    const read = (name: HookedTable) => archive.stored.repository(name).findMany({ orderBy: [['id', 'asc']] });
    const readAll = async () =>
      Object.fromEntries(await Promise.all(TABLES.map(async (name) => [name, await read(name)]))) as Stored;
    try {
      const before = await readAll();
      const text = JSON.stringify(await ask?.(askOf(archive, user)));
      return { before, after: await readAll(), secrets: await archive.stored.repository('secret').count(), text };
    } finally {
      await archive.stored.close();
    }
  }

  const rows = WRITES.flatMap((way) => (way.hooked ?? (['document'] as const)).map((table) => [way, table] as const));
  for (const [way, table] of rows) {
    const Base = CLASSES[table] as typeof Document;
    // Every request of the way calls these hooks, so that nothing at all may be stored.
    const isOnly = table !== 'document_tag';
    for (const [who, user, options] of USERS) {
      describe(`${way.name}, hooks of ${table}, ${who}`, () => {
        it('are called with the records as they were and are, in order, once for each that is stored', async () => {
          const calls: [hook: string, action: string, rows: string][] = [];
          const writes: AfterWrite[] = [];
          const rowsOf = ({ before, after }: AfterWrite) => JSON.stringify([before, after]);
          class Watched extends Base {
            override beforeWrite({ action, before }: BeforeWrite) {
              calls.push(['beforeWrite', action, JSON.stringify(before)]);
            }
            override async afterWrite(write: AfterWrite) {
              calls.push(['afterWrite', write.action, rowsOf(write)]);
            }
            override afterCommit(write: AfterWrite) {
              const began = calls.filter(([hook, action]) => hook === 'beforeWrite' && action === write.action);
              const ended = calls.filter(([hook, , rows]) => hook === 'afterWrite' && rows === rowsOf(write));
              const known = writes.filter((one) => rowsOf(one) === rowsOf(write));
              expect(began.length).to.be.greaterThan(writes.filter(({ action }) => action === write.action).length);
              expect(ended.length).to.be.greaterThan(known.length);
              writes.push(write);
            }
          }
          const { before, after } = await go(way, user, [table, Watched], options);
          const stored = new Map(before[table].map((row) => [row.id, row]));
          for (const write of writes) {
            expect(write.before).to.deep.equal(write.action === 'create' ? undefined : stored.get(write.before?.id));
            if (write.after === undefined) stored.delete(write.before?.id);
            else stored.set(write.after.id, write.after);
          }
          expect([...stored.values()].sort((a, b) => Number(a.id) - Number(b.id))).to.deep.equal(after[table]);
        });

        it('write what beforeWrite has made of it', async () => {
          class Changed extends Base {
            override beforeWrite({ action, values }: BeforeWrite) {
              if (action !== 'delete') values.title = `${String(values.title ?? 'hook')} ${Math.random()}`.slice(0, 30);
            }
          }
          const { before, after } = await go(way, user, [table, Changed], options);
          const known = new Set(before[table].map((row) => JSON.stringify(row)));
          for (const row of after[table].filter((one) => !known.has(JSON.stringify(one))))
            expect(row.title).to.match(/ 0\.\d/);
        });

        it('change nothing where beforeWrite throws', async () => {
          let calls = 0;
          class Refusing extends Base {
            override beforeWrite() {
              calls++;
              this.fail(409, 'No');
            }
          }
          const { before, after } = await go(way, user, [table, Refusing], options);
          expect(after[table]).to.deep.equal(before[table]);
          if (isOnly) expect(after).to.deep.equal(before);
          if (who === 'Ann' && way.gives === 'changes') expect(calls).to.be.greaterThan(0);
        });

        it('change nothing where afterWrite throws, nor what it has written', async () => {
          let calls = 0;
          class Failing extends Base {
            override async afterWrite() {
              calls++;
              await this.model('secret').unrestricted().add({ text: 'audit' });
              this.fail(409, 'No');
            }
          }
          const { before, after, secrets, text } = await go(way, user, [table, Failing], options);
          expect(after[table]).to.deep.equal(before[table]);
          if (isOnly) expect(after).to.deep.equal(before);
          expect(secrets).to.equal(1);
          if (calls > 0) expect(text).to.contain('409');
          if (who === 'Ann' && way.gives === 'changes') expect(calls).to.be.greaterThan(0);
        });
      });
    }
  }
});
