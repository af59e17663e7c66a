import type { RecordedChange } from '@rest-gen/model';
import { expect } from 'chai';
import { listEntries } from '../src/history/list-entries.ts';
import type { States } from '../src/history/states.ts';

describe('entries of a history', () => {
  it('have the state after each change, also where others come while they are read', async () => {
    const changes: RecordedChange[] = [];
    let now = 0;
    const write = (): void => {
      const id = String(changes.length + 1);
      const before = now === 0 ? undefined : `{"n":${now}}`;
      const action = now === 0 ? 'create' : 'update';
      changes.push({ id, position: 0, table: 'post', key: '1', action, before, at: `t${id}`, actor: undefined });
      now += 1;
    };
    write();
    write();
    const source = {
      log: {
        tables: async () => [],
        ofRecord: async ({ above = '0', newestFirst = false, limit = 0 }) => {
          const found = changes.filter(({ id }) => Number(id) > Number(above));
          return (newestFirst ? found.reverse() : found).slice(0, limit);
        },
      },
      table: 'post',
      key: '1',
      states: {
        of: async (images: readonly string[]) => images.map((text) => text && JSON.parse(text)),
      } as unknown as States,
      actor: undefined,
      show: (state: Readonly<Record<string, unknown>>) => state,
    };
    const entries = await listEntries(source, undefined, 10, async () => {
      write();
      write();
      return { n: now };
    });
    expect(entries.map(({ entry: { at, record } }) => [at, record?.n])).to.deep.equal([
      ['t2', 2],
      ['t1', 1],
    ]);
  });
});
