import { expect } from 'chai';
import type { RunStatement } from '../../src/migrate/migration-store.ts';
import { type Progress, watchSteps } from '../../src/migrate/steps.ts';
import { ModelsError } from '../../src/models-error.ts';

describe('watchSteps', () => {
  /** Steps that run two statements each, slower ones first. */
  function watch(done?: Progress, broken?: string) {
    const ran: string[] = [];
    const notes: (Progress | undefined)[] = [];
    const step =
      (run: RunStatement) =>
      async (name: string): Promise<void> => {
        for (const part of ['1', '2']) {
          await run(async () => {
            await new Promise((resolve) => setTimeout(resolve, 5 - ran.length));
            if (`${name}${part}` === broken) throw new Error(`no ${broken}`);
            ran.push(`${name}${part}`);
          });
        }
      };
    const watched = watchSteps(
      (run) => ({
        dialect: 'mysql',
        createTable: step(run),
        alterTable: step(run),
        dropTable: step(run),
        backfill: step(run),
        raw: step(run),
      }),
      done,
      async (progress) => {
        notes.push(progress);
      },
    );
    return { ...watched, ran, notes };
  }

  const failed = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('runs steps in the order of the calls, also those that nobody awaits', async () => {
    const { schema, settle, ran, notes } = watch();
    void schema.createTable('a', () => {});
    void schema.raw('b');
    await schema.alterTable('c', () => {});
    void schema.dropTable('d');
    await settle();
    expect(ran).to.deep.equal(['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'd1', 'd2']);
    expect(notes.map((note) => note?.steps)).to.deep.equal(
      [1, 2, 3, 4, 5, 6, 7, 8].flatMap((steps) => [undefined, steps]),
    );
  });

  it('waits for steps that are asked for by a step that nobody awaits', async () => {
    const { schema, settle, ran } = watch();
    void schema.raw('a').then(() => schema.raw('b'));
    await settle();
    expect(ran).to.deep.equal(['a1', 'a2', 'b1', 'b2']);
  });

  it('runs nothing behind a failure, even one that was caught', async () => {
    const { schema, settle, ran } = watch(undefined, 'b2');
    await schema.raw('a');
    await schema.raw('b').catch(() => {});
    const after = await failed(schema.raw('c'));
    expect(after).to.be.instanceOf(Error).with.property('message', 'no b2');
    expect(await failed(settle())).to.equal(after);
    expect(ran).to.deep.equal(['a1', 'a2', 'b1']);
  });

  it('has nothing to wait for without steps', async () => {
    await watch().settle();
  });

  describe('behind what an earlier attempt has done', () => {
    async function done(): Promise<Progress> {
      const { schema, settle, notes } = watch(undefined, 'b2');
      void schema.createTable('a', () => {});
      void schema.alterTable('b', () => {});
      await failed(settle());
      return notes.findLast((note) => note !== undefined) as Progress;
    }

    it('goes on', async () => {
      const progress = await done();
      expect(progress.steps).to.equal(3);
      expect(progress.checksum).to.match(/^steps:[\da-f]{64}$/);
      const { schema, settle, ran, notes } = watch(progress);
      void schema.createTable('a', () => {});
      void schema.alterTable('b', () => {});
      void schema.raw('c');
      await settle();
      expect(ran).to.deep.equal(['b2', 'c1', 'c2']);
      expect(notes.findLast(Boolean)).to.include({ steps: 6 });
    });

    it('refuses other steps than those that were done', async () => {
      const { schema, settle, ran } = watch(await done());
      void schema.createTable('other', () => {});
      void schema.alterTable('b', () => {});
      const error = await failed(settle());
      expect(error).to.be.instanceOf(ModelsError);
      expect((error as ModelsError).message).to.contain('its first 3 statements were applied');
      expect((error as ModelsError).hint).to.contain('Restore the applied steps');
      expect(ran).to.deep.equal([]);
    });

    it('refuses fewer steps', async () => {
      const { schema, settle, ran } = watch(await done());
      void schema.createTable('a', () => {});
      expect(await failed(settle())).to.be.instanceOf(ModelsError);
      expect(ran).to.deep.equal([]);
    });

    it('does not look at the text of SQL, which may be another one each time', async () => {
      const first = watch();
      void first.schema.raw('a');
      await first.settle();
      const { schema, settle, ran } = watch(first.notes.at(-1));
      void schema.raw('b');
      void schema.raw('c');
      await settle();
      expect(ran).to.deep.equal(['c1', 'c2']);
    });
  });
});
