import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Filter, Models, Operators, Query, Row, Scalar } from '../../packages/model/src/index.ts';
import { COLUMNS, KINDS, type Kind } from './property-values.ts';

/** The folder of the migration that the property needs. */
export const propertyMigrations: string = fileURLToPath(new URL('./fixtures/property', import.meta.url));

const RUNS = Number(process.env.STORE_RUNS ?? 25);

/**
 * Random rows, filters, orders and places in them give what plain JavaScript gives.
 *
 * @param open - gives models on an empty store, with `propertyMigrations`
 */
export function describeQueries(name: string, open: () => Promise<Models> | Models): void {
  describe(`queries: ${name}`, () => {
    let models: Models;
    before(async () => {
      models = await open();
    });
    after(() => models.close());

    async function store(values: readonly Row[]): Promise<Row[]> {
      const rows = values.map((one, place): Row => ({ ...one, place }));
      await models.repository('thing').delete({});
      await models.transaction(async (tx) => {
        for (const one of rows) await tx.repository('thing').insert(one);
      });
      return rows;
    }

    async function check(rows: readonly Row[], { where, orderBy, after, limit, offset }: Request): Promise<void> {
      const things = models.repository('thing');
      const place = after && orderBy.map(([field], index) => after(rows, field, index));
      const query: Query = { where, orderBy, limit, offset, fields: ['place'], ...(place && { after: place }) };
      const matching = rows.filter((one) => matches(one, where));
      const behind = matching
        .filter((one) => place === undefined || compare(one, (_, index) => place[index], orderBy) > 0)
        .sort((a, b) => compare(a, (field) => b[field], orderBy));
      const found = (await things.findMany(query)).map((one) => one.place);
      expect(found).to.deep.equal(behind.slice(offset, offset + limit).map((one) => one.place));
      expect(await things.count(where)).to.equal(matching.length);
    }

    it('find, sort and count what plain JavaScript does', async function () {
      this.timeout(Math.max(20_000, RUNS * 400));
      const several = fc.array(request, { minLength: 8, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(manyRows, several, async (values, requests) => {
          const rows = await store(values);
          for (const one of requests) await check(rows, one);
        }),
        parameters,
      );
    });

    it('do not take a request for another one of a similar shape', async function () {
      this.timeout(Math.max(20_000, RUNS * 400));
      await fc.assert(
        fc.asyncProperty(manyRows, inTurn, inTurn, async (values, some, others) => {
          const rows = await store(values);
          for (const [index, one] of some.entries()) {
            await check(rows, one);
            await check(rows, others[index] as Request);
          }
        }),
        parameters,
      );
    });
  });
}

// --- internal ---

const parameters = { numRuns: RUNS, ...(process.env.SEED !== undefined && { seed: Number(process.env.SEED) }) };

type Order = [field: string, direction: 'asc' | 'desc'];

const fieldNames = Object.keys(COLUMNS);

function kindOf(field: string): Kind {
  return field === 'place' ? KINDS.integer : KINDS[COLUMNS[field as keyof typeof COLUMNS]];
}

function oneOf(field: string): fc.Arbitrary<Scalar> {
  return fc.constantFrom<Scalar>(...kindOf(field).values);
}

const row: fc.Arbitrary<Row> = fc.record(
  Object.fromEntries(
    fieldNames.map((field) => [field, field === 'name' ? oneOf(field) : fc.option(oneOf(field), { freq: 3 })]),
  ),
);

const manyRows = fc.array(row, { maxLength: 8 });

const operators: readonly (keyof Operators)[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'];

const condition: fc.Arbitrary<Filter> = fc.constantFrom(...fieldNames).chain((field) => {
  const { values, others, isOrdered } = kindOf(field);
  const value = fc.constantFrom<Scalar>(...values, ...others);
  const list = fc.array(fc.option(value, { freq: 6 }), { maxLength: 4 });
  const compared = fc.constantFrom(...(isOrdered ? operators : operators.slice(0, 2)));
  return fc
    .oneof(
      { weight: 6, arbitrary: fc.tuple(compared, value).map(([operator, one]): Operators => ({ [operator]: one })) },
      { weight: 2, arbitrary: list.map((one): Operators => ({ in: one })) },
      { weight: 2, arbitrary: list.map((one): Operators => ({ nin: one })) },
      { weight: 1, arbitrary: fc.boolean().map((one): Operators => ({ null: one })) },
    )
    .map((one): Filter => ({ [field]: one }));
});

const where: fc.Arbitrary<Filter> = fc
  .array(condition, { maxLength: 2 })
  .map((all): Filter => Object.assign({}, ...all));

const direction = fc.constantFrom<'asc' | 'desc'>('asc', 'desc');

interface Request {
  readonly where: Filter;
  readonly orderBy: Order[];
  /** Gives a place in the order. */
  readonly after: ((rows: readonly Row[], field: string, index: number) => unknown) | undefined;
  readonly limit: number;
  readonly offset: number;
}

const request: fc.Arbitrary<Request> = fc.record({
  where,
  orderBy: fc
    .tuple(
      fc.uniqueArray(fc.tuple(fc.constantFrom(...fieldNames.filter((field) => kindOf(field).isOrdered)), direction), {
        maxLength: 2,
        selector: ([field]) => field,
      }),
      direction,
    )
    .map(([some, last]): Order[] => [...some, ['place', last]]),
  /** The place of a row, or one that may have no row. */
  after: fc.option(
    fc
      .tuple(fc.nat(7), fc.array(fc.nat(40), { minLength: 3, maxLength: 3 }), fc.boolean())
      .map(([at, others, isReal]) => (rows: readonly Row[], field: string, index: number): unknown => {
        const real = rows[at % Math.max(rows.length, 1)];
        if (field === 'place') return at;
        if (isReal && real !== undefined) return real[field];
        const { values } = kindOf(field);
        return values[(others[index] as number) % values.length];
      }),
    { nil: undefined },
  ),
  limit: fc.integer({ min: 0, max: 10 }),
  offset: fc.constantFrom(0, 0, 0, 2),
});

/** Three requests that differ in what they compare with, and in how many there are of it: their statements are nearly the same. */
const inTurn: fc.Arbitrary<Request[]> = fc
  .tuple(
    request,
    fc.constantFrom(...fieldNames).chain((field) => {
      const { values, others, isOrdered } = kindOf(field);
      const value = fc.constantFrom<Scalar>(...values, ...others);
      const compared = fc.constantFrom(
        ...(isOrdered ? operators : operators.slice(0, 2)),
        'in' as const,
        'nin' as const,
      );
      const list = fc.array(fc.option(value, { freq: 3 }), { maxLength: 3 });
      return fc
        .tuple(compared, fc.array(fc.tuple(value, list), { minLength: 3, maxLength: 3 }))
        .map(([operator, all]): Filter[] =>
          all.map(([one, several]) => ({ [field]: { [operator]: operator.endsWith('in') ? several : one } })),
        );
    }),
  )
  .map(([one, filters]) => filters.map((where, index) => ({ ...one, where, limit: one.limit + index })));

function matches(one: Row, filter: Filter): boolean {
  return Object.entries(filter).every(([field, conditions]) =>
    Object.entries(conditions as Operators).every(([operator, operand]) =>
      holds(one[field] as Scalar, operator as keyof Operators, operand, kindOf(field)),
    ),
  );
}

function holds(value: Scalar, operator: keyof Operators, operand: unknown, { order }: Kind): boolean {
  const isEqual = (other: Scalar): boolean =>
    value === null || other === null ? value === other : order(value, other) === 0;
  if (operator === 'null') return (value === null) === operand;
  if (operator === 'in') return (operand as Scalar[]).some(isEqual);
  if (operator === 'nin') return (operand as Scalar[]).length === 0 || !(operand as Scalar[]).some(isEqual);
  if (operator === 'eq') return isEqual(operand as Scalar);
  if (operator === 'ne') return !isEqual(operand as Scalar);
  if (value === null) return false;
  const difference = order(value, operand as Scalar);
  const results = { gt: difference > 0, gte: difference >= 0, lt: difference < 0, lte: difference <= 0 };
  return results[operator as keyof typeof results];
}

/** Null first ascending, last descending. */
function compare(a: Row, other: (field: string, index: number) => unknown, orderBy: readonly Order[]): number {
  for (const [index, [field, way]] of orderBy.entries()) {
    const [mine, theirs] = [a[field] as Scalar, other(field, index) as Scalar];
    const difference =
      mine === null || theirs === null
        ? Number(theirs === null) - Number(mine === null)
        : kindOf(field).order(mine, theirs);
    if (difference !== 0) return way === 'asc' ? difference : -difference;
  }
  return 0;
}
