/**
 * The timestamp of a new migration, `20260102030405` in UTC. It is later than all others, because migrations run in this order, also those
 * created within one second.
 *
 * @param migrations - file names
 */
export function timeAfter(migrations: readonly string[], now: Date): string {
  const times = migrations
    .flatMap((file) => MIGRATION_TIME.exec(file)?.[0] ?? [])
    .map((digits) => Date.parse(digits.replace(MIGRATION_TIME, '$1-$2-$3T$4:$5:$6Z')))
    .filter((time) => !Number.isNaN(time));
  const time = Math.max(now.getTime(), ...times.map((other) => other + 1000));
  return new Date(time).toISOString().replace(/\D/g, '').slice(0, 14);
}

// --- internal ---

const MIGRATION_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?!\d)/;
