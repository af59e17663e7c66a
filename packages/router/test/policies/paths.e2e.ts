import { openTable, Session } from '@rest-gen/model/core';
import { expect } from 'chai';
import { ACTIONS } from '../../src/core/actions.ts';
import { Controller, Model, type RestRouterOptions, type Row } from '../../src/index.ts';
import { RESERVED } from '../../src/resource/list/parameter-names.ts';
import { onBothMajors } from '../serve.ts';
import { ANN, type Archive, askOf, BOB, GUEST, openArchive } from './archive.ts';
import { AROUND, WAYS, type Way, WITHOUT_TABLE } from './paths.ts';

/** A user, what they may not learn, and their number. */
const USERS = [
  ['Ann, the owner', ANN, /Plan|of Bob|Bob's|hush/, 1],
  ['Bob, another user', BOB, /Diary|of Ann|by Ann|Ann's|hush/, 2],
  ['a guest', GUEST, /Diary|Plan|of Ann|by Ann|of Bob|Ann's|Bob's|hush/, undefined],
] as const;

onBothMajors('every way to a table', (serve) => {
  for (const way of WAYS) {
    describe(way.name, () => {
      for (const [who, headers, forbidden, id] of USERS) {
        it(`shows and changes nothing that is forbidden to ${who}`, async () => {
          const { text, changes } = await go(way, headers);
          expect(text).not.to.match(forbidden);
          expect(changes.filter((row) => row.owner_id !== id)).to.deep.equal([]);
          if (who !== 'Ann, the owner') return;
          if (way.gives === 'changes') expect(changes).not.to.deep.equal([]);
          else expect(text).to.match(way.gives);
        });
      }

      it('would do both without policies', async () => {
        const { text, changes } = await go(way, BOB, { policies: {} });
        expect(
          /Diary|of Ann|by Ann|Ann's|a\.png|200/.test(text) || changes.some(({ owner_id }) => owner_id !== 2),
        ).to.equal(true);
      });
    });
  }

  async function go(
    { ask, act }: Way,
    headers: Record<string, string>,
    options: Partial<RestRouterOptions> = {},
  ): Promise<{ text: string; changes: Row[] }> {
    class Probe extends Controller {
      postAction() {
        return act?.(this, this.model('document') as never, archive.stored);
      }
    }
    const archive: Archive = await openArchive(serve, { ...options, controllers: { probe: Probe } });
    try {
      const before = await rowsOf(archive);
      const send = askOf(archive, headers);
      const text = JSON.stringify(await (ask ? ask(send) : send('POST', '/probe')));
      const after = await rowsOf(archive);
      return { text, changes: [...differing(before, after), ...differing(after, before)] };
    } finally {
      await archive.stored.close();
    }
  }
});

describe('the list of ways to a table', () => {
  const opened = openTable({ name: 'document', session: new Session({} as never), access: undefined });
  const covered = new Set(WAYS.flatMap(({ covers }) => covers));
  const members = (name: string, { prototype }: { prototype: object }): string[] =>
    Object.getOwnPropertyNames(prototype)
      .filter((member) => member !== 'constructor')
      .map((member) => `${name}.${member}`);

  for (const [what, names] of [
    ['verb of models', members('Model', Model)],
    ['method of repositories', members('Repository', { prototype: Object.getPrototypeOf(opened) })],
    ['action', ACTIONS],
    ['parameter of lists', [...RESERVED, 'include', 'q', 'or', 'filter', 'deleted']],
    [
      'member of controllers',
      members('Controller', Controller).filter((name) => !WITHOUT_TABLE.includes(name.replace('Controller.', ''))),
    ],
  ] as const) {
    it(`has each ${what}`, () => {
      expect(names.filter((name) => !covered.has(name) && !AROUND.includes(name))).to.deep.equal([]);
    });
  }
});

/** All rows of the tables that have owners, and the secrets. */
async function rowsOf({ stored }: Archive): Promise<Row[]> {
  const tables = ['folder', 'document', 'document_tag', 'remark', 'draft', 'scan', 'secret'];
  return (await Promise.all(tables.map((table) => stored.repository(table).findMany()))).flat();
}

function differing(some: readonly Row[], others: readonly Row[]): Row[] {
  const known = new Set(others.map((row) => JSON.stringify(row)));
  return some.filter((row) => !known.has(JSON.stringify(row)));
}
