import { expect } from 'chai';
import fc from 'fast-check';
import { naiveFilter } from '../../../../router/test/naive-store.ts';
import { meetsAll, staysTrue } from '../../../src/core/policy/after-image.ts';
import { readFilter } from '../../../src/core/read-filter.ts';
import { NO_RELATIONS, type Relation } from '../../../src/core/relations.ts';
import type { Column, Description, Filter, Row } from '../../../src/core/types.ts';

function column(name: string, type: Column['type']): [string, Column] {
  return [name, { name, type, nullable: true, hasDefault: false }];
}

const table: Description = {
  name: 'note',
  primaryKey: ['id'],
  columns: new Map([
    column('id', 'integer'),
    column('owner', 'integer'),
    column('state', 'string'),
    column('price', 'decimal'),
  ]),
};

const owner: Relation = {
  kind: 'one',
  target: { ...table, name: 'person' },
  from: 'owner',
  to: 'id',
  fields: ['id'],
  orderBy: [],
  max: 1,
  relations: NO_RELATIONS,
};
const parent: Relation = { ...owner, target: table, from: 'id' };
// Of a table with soft delete; and one whose condition leads on to other tables.
const living: Relation = { ...owner, where: { state: null } };
const led: Relation = { ...owner, where: { 'team.name': 'a' } };
const relations = new Map([
  ['living', living],
  ['led', led],
  ['owner_record', owner],
  ['parent', parent],
]);

const state = fc.constantFrom('a', 'b', null);
const number = fc.constantFrom(1, 2, null);
const values: fc.Arbitrary<Row> = fc.record(
  { owner: number, state, price: fc.constantFrom('1', '2.5', null) },
  { requiredKeys: [] },
);
const comparison: fc.Arbitrary<Filter> = fc.oneof(
  number.map((value) => ({ owner: value })),
  state.map((value) => ({ state: value })),
  fc.array(state).map((list) => ({ state: list })),
  number.map((value) => ({ owner: { ne: value } })),
  fc.constantFrom<Filter>({ owner: { gt: 1 } }, { state: { startsWith: 'a' } }, { price: '1' }),
);
const filter: fc.Arbitrary<Filter> = fc.oneof(
  comparison,
  fc.array(comparison, { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
  fc.tuple(comparison, comparison).map((and) => ({ and })),
);

describe('conditions of what is written', () => {
  const matches = (where: Filter, row: Row): boolean =>
    naiveFilter(where, { description: table, relations: NO_RELATIONS, rowsOf: () => [] })(row);

  it('are never taken as met when they are not', () => {
    fc.assert(
      fc.property(filter, values, values, (where, written, before) => {
        const conditions = readFilter(where, table);
        const after = { id: 1, owner: null, state: null, price: null, ...before, ...written };
        if (meetsAll(conditions, written, table)) expect(matches(where, after)).to.equal(true);
        const wasMet = matches(where, { id: 1, owner: null, state: null, price: null, ...before });
        if (wasMet && staysTrue(conditions, written, table)) expect(matches(where, after)).to.equal(true);
      }),
      { numRuns: 2_000 },
    );
  });

  const sure: [where: Filter, written: Row, meets: boolean, stays: boolean][] = [
    [{ owner: 1 }, { owner: 1 }, true, true],
    [{ owner: 1 }, { owner: '1' }, true, true],
    [{ owner: 1 }, { owner: 2 }, false, false],
    [{ owner: 1 }, { state: 'a' }, false, true],
    [{ owner: 1, state: 'a' }, { owner: 1, state: 'a' }, true, true],
    [{ owner: [1, 2] }, { owner: 2 }, true, true],
    [{ or: [{ owner: 9 }, { state: 'a' }] }, { state: 'a' }, true, true],
    [{ owner: null }, { owner: null }, true, true],
    [{ owner: { gt: 1 } }, { owner: 5 }, false, false],
    // A database may round it.
    [{ price: '1' }, { price: '1' }, false, false],
    [{ 'owner_record.state': 'a' }, { state: 'a' }, false, true],
    [{ 'owner_record.state': 'a' }, { owner: 2 }, false, false],
    [{ 'living.owner': 1 }, { state: 'a' }, false, true],
    [{ 'led.owner': 1 }, { state: 'a' }, false, false],
    // What is written can be what the condition of another record leads to.
    [{ 'parent.state': 'a' }, { state: 'b' }, false, false],
  ];
  for (const [where, written, meets, stays] of sure) {
    it(`${JSON.stringify(where)} and ${JSON.stringify(written)}`, () => {
      const conditions = readFilter(where, table, relations);
      expect([meetsAll(conditions, written, table), staysTrue(conditions, written, table)]).to.deep.equal([
        meets,
        stays,
      ]);
    });
  }
});
