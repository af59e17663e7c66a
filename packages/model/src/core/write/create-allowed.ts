import type { Condition } from '../conditions.ts';
import type { TableAccess } from '../policy/access.ts';
import { failsOne, meetsAll } from '../policy/after-image.ts';
import { PolicyError } from '../policy/policy-error.ts';
import { readDecision } from '../policy/restrict-relations.ts';
import type { Id, Row } from '../types.ts';
import { type Next, oncePerWrite, touchRecords, type Values, type Write, type Written } from './write.ts';

/** Insert records that the user may create. @throws {PolicyError} */
export async function createAllowed(write: Write, next: Next): Promise<Written> {
  const { table, description, values } = write;
  const asked = table.policy as TableAccess;
  const { demands, isSure } = planCreate(write);
  if (!isSure && !description.hasTriggers) refuseFailing(asked, write, demands);
  const written = await next(write);
  for (const { conditions, places } of demands) {
    const keys = written.keys ?? [];
    const ids = places.map((place) => keys[place] as Id);
    touchRecords(write, ids, written.at, {
      conditions,
      isSure,
      values: places.map((place) => columnsAt(values, place)),
      indexes: places.map((place) => values[place]?.index),
    });
  }
  return written;
}

/** Whether one statement without a transaction will do. @throws {PolicyError} for a user who may create none of them */
export function mayCreateAtOnce(write: Write): boolean {
  return planCreate(write).isSure;
}

/** The error of a record that the user may not create. */
export function refuseNew(asked: TableAccess, values: Row, index: number | undefined): PolicyError {
  return new PolicyError(asked, 'create', { values: { ...values }, index });
}

// --- internal ---

/** What some of the new records have to meet. */
interface Demand {
  readonly conditions: readonly Condition[];
  /** The places of these records in `values`. */
  readonly places: number[];
}

/**
 * What new records have to meet, together for those that name the same fields with conditions of their own.
 *
 * @throws {PolicyError} where nothing would do
 */
const planCreate = oncePerWrite(({ table, description, values }): { demands: Demand[]; isSure: boolean } => {
  const asked = table.policy as TableAccess;
  const demands = new Map<string, Demand>();
  for (const [place, { columns, named, index }] of values.entries()) {
    const ruled = asked.ruledFields.filter((name) => named.includes(name));
    const known = demands.get(ruled.join());
    known?.places.push(place);
    if (known !== undefined) continue;
    const conditions = readDecision(asked.decide('create', ruled), description, asked);
    if (conditions === false) throw refuseNew(asked, columns, index);
    demands.set(ruled.join(), { conditions, places: [place] });
  }
  const isMet = ({ conditions, places }: Demand): boolean =>
    places.every((place) => meetsAll(conditions, columnsAt(values, place), description));
  const all = [...demands.values()];
  return { demands: all, isSure: !description.hasTriggers && all.every(isMet) };
});

/** A conflict of a record that is refused anyway would tell of records that the user may not read. */
function refuseFailing(asked: TableAccess, { values, description }: Write, demands: readonly Demand[]): void {
  const failing = demands.flatMap(({ conditions, places }) =>
    places.filter((place) => failsOne(conditions, columnsAt(values, place), description)),
  );
  if (failing.length === 0) return;
  const refused = values[Math.min(...failing)] as Values;
  throw refuseNew(asked, refused.columns, refused.index);
}

function columnsAt(values: readonly Values[], place: number): Row {
  return (values[place] as Values).columns;
}
