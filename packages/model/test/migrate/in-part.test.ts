import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolders } from '../../../../test/stores/fixture.ts';
import { DataError, ModelsError } from '../../src/index.ts';
import { Migrator } from '../../src/migrate/migrator.ts';
import { FakeDatabase } from './fake-database.ts';

describe('migrations where statements stay that were done before one failed', () => {
  const folder = temporaryFolders();
  const up = (steps: string): string => `export const up = async (schema) => { ${steps} };\n`;
  const down = (steps: string): string => `export const down = async (schema) => { ${steps} };\n`;
  const TIMES = { length: 100, wait: 2_000 };

  function open(files: Record<string, string>) {
    const store = new FakeDatabase();
    const path = folder(files);
    const write = (name: string, text: string): void => writeFileSync(join(path, name), text);
    return { store, write, migrator: new Migrator(store.store, path, TIMES) };
  }

  async function failed(work: Promise<unknown>): Promise<ModelsError> {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(ModelsError).with.property('code', 'E_MIGRATION');
    return error as ModelsError;
  }

  const TWO = up(`const define = (t) => t.index(['n']);
    await schema.createTable('a', define); await schema.createTable('b', define);`);

  it('go on behind the last statement that succeeded', async () => {
    const { store, migrator } = open({ '1_a.mjs': TWO });
    store.broken = 'create b';
    const error = await failed(migrator.up());
    expect(error.message).to.contain('1_a.mjs').and.contain("createTable('b') failed: cannot create b");
    expect(error.hint).to.contain('Its first 2 statements were applied');
    expect(error.step).to.equal("createTable('b')");
    expect(await migrator.status()).to.deep.equal([{ name: '1_a', state: 'half-applied', appliedAt: undefined }]);
    store.broken = undefined;
    expect(await migrator.up()).to.deep.equal(['1_a']);
    expect(store.done).to.deep.equal(['create a', 'index a', 'create b', 'index b']);
    expect((await migrator.status())[0]).to.include({ state: 'applied' });
  });

  it('go on inside of a step of several statements', async () => {
    const { store, migrator } = open({ '1_a.mjs': TWO });
    store.broken = 'index a';
    await failed(migrator.up());
    expect((await failed(migrator.up())).hint).to.contain('Its first 1 statements');
    store.broken = undefined;
    await migrator.up();
    expect(store.done).to.deep.equal(['create a', 'index a', 'create b', 'index b']);
  });

  it('say nothing of statements when none was done', async () => {
    const { store, migrator } = open({ '1_a.mjs': TWO });
    store.broken = 'create a';
    expect((await failed(migrator.up())).hint).to.equal(undefined);
    expect((await migrator.status())[0]).to.include({ state: 'pending' });
  });

  it('go on with a file that was mended, while the same process runs', async () => {
    const { store, write, migrator } = open({ '1_a.mjs': TWO, '2_b.cjs': 'exports.up = () => { throw 1; };' });
    store.broken = 'create b';
    await failed(migrator.up());
    write(
      '1_a.mjs',
      up("await schema.createTable('a', (t) => t.index(['n'])); await schema.raw('x'); await schema.raw('y');"),
    );
    expect((await failed(migrator.up())).message).to.contain('2_b.cjs: 1');
    write('2_b.cjs', "exports.up = (schema) => schema.raw('z');");
    expect(await migrator.up()).to.deep.equal(['2_b']);
    expect(store.done).to.deep.equal(['create a', 'index a', 'x', 'y', 'z']);
    // What is remembered is the file that was mended.
    expect((await migrator.status()).map(({ state }) => state)).to.deep.equal(['applied', 'applied']);
  });

  it('refuse a file whose steps that are done were changed', async () => {
    const { store, write, migrator } = open({ '1_a.mjs': TWO });
    store.broken = 'create b';
    await failed(migrator.up());
    write('1_a.mjs', up("await schema.createTable('b', (t) => t.index(['n']));"));
    const error = await failed(migrator.up());
    expect(error.message).to.contain('1_a.mjs').and.contain('have changed in the file');
    expect(error.hint).to.contain('Restore the applied steps');
    expect(store.done).to.deep.equal(['create a', 'index a']);
  });

  it('are not taken back before they are done', async () => {
    const { store, migrator } = open({ '1_a.mjs': TWO + down('') });
    store.broken = 'create b';
    await failed(migrator.up());
    const error = await failed(migrator.down());
    expect(error.message).to.contain('only partly applied');
    expect(error.hint).to.contain('`npx rest-gen migrate`');
  });

  it('are taken back to the end before anything is applied', async () => {
    const back = down("await schema.dropTable('b'); await schema.dropTable('a');");
    const { store, write, migrator } = open({
      '1_a.mjs': TWO + back,
      '2_c.mjs': up("await schema.raw('c');") + down(''),
    });
    await migrator.up();
    expect(await migrator.down()).to.equal('2_c');
    store.broken = 'drop a';
    await failed(migrator.down());
    expect((await migrator.status()).map(({ state }) => state)).to.deep.equal(['half-reverted', 'pending']);
    const error = await failed(migrator.up());
    expect(error.message).to.contain('only partly reverted').and.contain('1_a.mjs');
    expect(error.hint).to.contain('`npx rest-gen migrate --down`');
    // The file may be mended in between.
    write('1_a.mjs', TWO + down("await schema.dropTable('b'); await schema.raw('drop it');"));
    expect(await migrator.down()).to.equal('1_a');
    expect(store.done.slice(-2)).to.deep.equal(['drop b', 'drop it']);
    expect((await migrator.status()).map(({ state }) => state)).to.deep.equal(['pending', 'pending']);
  });

  it('stop before the next statement when another process has taken over', async () => {
    const { store, migrator } = open({ '1_a.mjs': TWO, '2_b.mjs': up("await schema.raw('late');") });
    store.before = (statement) => {
      // As if the process had been stopped for longer than its lease.
      if (statement === 'index a') return store.setLease('other', Date.now() + 60_000);
    };
    const error = await failed(migrator.up());
    expect(error.message).to.contain('Another process has taken over');
    expect(error.hint).to.contain('--status');
    expect(store.done).to.deep.equal(['create a', 'index a']);
    expect(await store.leaseOwner()).to.equal('other');
    expect((await store.store.records()).map(({ steps }) => steps)).to.deep.equal([1]);
  });

  it('stop before a statement that was asked for too late', async () => {
    const { store, migrator } = open({
      '1_a.mjs': up("await schema.raw('x'); await globalThis.pauseOfTest(); await schema.raw('y');"),
    });
    Object.assign(globalThis, {
      pauseOfTest: async () => {
        // Another one came, did everything, and has gone.
        await store.setLease('', 0);
      },
    });
    const error = await failed(migrator.up());
    Reflect.deleteProperty(globalThis, 'pauseOfTest');
    expect(error.message).to.contain('Another process has taken over');
    expect(store.done).to.deep.equal(['x']);
  });

  it('are not tried again by themselves after a conflict', async () => {
    const { store, migrator } = open({ '1_a.mjs': TWO });
    let attempts = 0;
    store.before = () => {
      attempts += 1;
      throw new DataError('retry', 'deadlock', { hint: 'Run it again.' });
    };
    const error = await failed(migrator.up());
    expect(error.hint).to.equal('Run it again.');
    expect(attempts).to.equal(1);
  });

  it('are taken back once when two processes do so at the same time', async () => {
    const { store, migrator } = open({ '1_a.mjs': TWO + down('') });
    await migrator.up();
    expect(await Promise.all([migrator.down(), migrator.down()])).to.have.members(['1_a', undefined]);
    expect(await store.store.records()).to.deep.equal([]);
  });

  it('fail with whatever is thrown', async () => {
    const { migrator } = open({ '1_a.mjs': up('throw undefined;') });
    expect((await failed(migrator.up())).message).to.contain('1_a.mjs: undefined');
  });

  it('begin anew', async () => {
    const { store, migrator } = open({ '1_a.mjs': TWO });
    store.broken = 'create b';
    await failed(migrator.up());
    store.broken = undefined;
    expect(await migrator.fresh()).to.deep.equal(['1_a']);
    expect(store.done.slice(2)).to.deep.equal(['wipe', 'create a', 'index a', 'create b', 'index b']);
  });

  it('run their steps in the order of the calls, also those that nobody awaits', async () => {
    const { store, migrator } = open({
      '1_a.mjs': up(`schema.createTable('a', (t) => t.index(['n'])); schema.raw('b').then(() => schema.raw('e'));
        await schema.raw('c'); schema.dropTable('d');`),
    });
    await migrator.up();
    expect(store.done).to.deep.equal(['create a', 'index a', 'b', 'c', 'e', 'drop d']);
  });

  it('run nothing behind a failure, even one that was caught', async () => {
    const { store, migrator } = open({
      '1_a.mjs': up("await schema.raw('a'); await schema.raw('b').catch(() => {}); await schema.raw('c');"),
    });
    store.broken = 'b';
    expect((await failed(migrator.up())).message).to.contain('cannot b');
    expect(store.done).to.deep.equal(['a']);
  });

  it('refuse a file with fewer steps than are done', async () => {
    const { store, write, migrator } = open({ '1_a.mjs': TWO });
    store.broken = 'create b';
    await failed(migrator.up());
    write('1_a.mjs', up("await schema.createTable('a', () => {});"));
    expect((await failed(migrator.up())).message).to.contain('its first 2 statements were applied');
    expect(store.done).to.deep.equal(['create a', 'index a']);
  });

  it('do not compare the text of SQL, which may be another one each time', async () => {
    const { store, write, migrator } = open({ '1_a.mjs': up("await schema.raw('a'); await schema.raw('b');") });
    store.broken = 'b';
    await failed(migrator.up());
    write('1_a.mjs', up("await schema.raw('other'); await schema.raw('c');"));
    await migrator.up();
    expect(store.done).to.deep.equal(['a', 'c']);
  });
});
