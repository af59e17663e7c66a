import { isPlainObject, nearest } from '@rest-gen/logic/common';
import {
  columnsOf,
  covers,
  type Description,
  type ForeignKey,
  type Policies,
  type PolicyCondition,
  type PolicyRule,
  rulesOf,
  type TablePolicy,
} from '@rest-gen/model/core';
import type { Finding } from './finding.ts';

/**
 * Foreign keys by which the database deletes or changes records when another one is deleted, although their policy may
 * forbid it.
 *
 * @param tables - those of the policies
 */
export function policyCascades(policies: Policies, tables: readonly Description[]): Finding[] {
  const described = new Map(tables.map((table) => [table.name, table]));
  return tables.flatMap((other) =>
    (other.foreignKeys ?? []).flatMap(({ column, table, onDelete }): Finding[] => {
      const policy = policies.get(other.name)?.policy;
      if (onDelete === undefined || policy === undefined) return [];
      const operation = onDelete === 'cascade' ? 'delete' : 'update';
      const conditions = [policy.always ?? 'everyone', policy[operation] ?? 'nobody'];
      if (operation === 'update')
        conditions.push(...columnsOf(column).map((name) => policy.fields?.[name]?.write ?? 'everyone'));
      const begin = deletersOf(table).find(({ policy: { delete: remove = 'nobody' } }) =>
        conditions.some((condition) => !covers(condition, remove)),
      );
      if (begin === undefined) return [];
      const to = begin === policies.get(table) ? 'it' : `deleted records of "${table}"`;
      return [
        {
          code: 'C_POLICY_CASCADE',
          level: 'note',
          message: `deleting a record of "${begin.table}" also ${EFFECTS[onDelete](other.name, columnsOf(column).join(', '), to)}, and the database does not ask for "${operation}" in the policy of "${other.name}"`,
          file: begin.file,
          name: 'delete',
          hint: `Declare the foreign key with \`on delete restrict\` in a migration, or restrict "delete" in the policy of "${begin.table}" to users who may do this. If it is meant so, this needs no change.`,
        },
      ];
    }),
  );

  /**
   * The tables in which a delete also deletes records of this one: itself first, then those that it refers to with
   * `cascade`.
   */
  function deletersOf(name: string, seen = new Set<string>()): TablePolicy[] {
    if (seen.has(name)) return [];
    seen.add(name);
    const own = policies.get(name);
    const table = described.get(own?.table ?? name);
    const keys = table?.foreignKeys?.filter(({ onDelete }) => onDelete === 'cascade') ?? [];
    const others = keys.flatMap((key) => deletersOf(key.table, seen));
    return own !== undefined && deletes(own, table) ? [own, ...others] : others;
  }
}

/**
 * Names in the filters of functions that are neither a column nor a relation. The start refuses those of other filters.
 */
export function unknownPolicyColumns({ table, policy, file }: TablePolicy, { columns }: Description): Finding[] {
  const relations = Object.keys(policy.relations ?? {});
  const known = [...columns.keys(), ...relations];
  const found = new Map<string, Finding>();
  const { always, read, create, update, delete: remove, fields = {} } = policy;
  const ofFields = Object.entries(fields).flatMap(([name, field]): [string, PolicyCondition | undefined][] => [
    [`fields.${name}.read`, field?.read],
    [`fields.${name}.write`, field?.write],
  ]);
  const places = Object.entries({ always, read, create, update, delete: remove, ...Object.fromEntries(ofFields) });
  for (const [place, condition] of places) {
    for (const name of condition === undefined ? [] : rulesOf(condition).flatMap(namesIn)) {
      const [begin = ''] = name.split('.');
      const isKnown = name === begin ? known.includes(name) : relations.includes(begin);
      if (isKnown || found.has(name)) continue;
      const meant = nearest(begin, known);
      const message = `"${place}" in the policy of "${table}" names "${name}", and the table has no such column, nor the policy such a relation: requests that it decides are answered 500`;
      const hint =
        meant === undefined ? 'Correct the name, or add the column in a migration.' : `Did you mean "${meant}"?`;
      found.set(name, { code: 'C_POLICY_COLUMN', level: 'warning', message, file, name, hint });
    }
  }
  return [...found.values()];
}

/** Whether a condition allows an operation to nobody. */
export function isNobody(condition: PolicyCondition): boolean {
  return rulesOf(condition).every((rule) => rule === 'nobody');
}

// --- internal ---

const EFFECTS: Readonly<
  Record<NonNullable<ForeignKey['onDelete']>, (table: string, column: string, to: string) => string>
> = {
  cascade: (table, column, to) => `deletes the records of "${table}" that refer to ${to} by "${column}"`,
  'set null': (table, column, to) => `sets "${column}" to null in the records of "${table}" that refer to ${to}`,
  'set default': (table, column, to) =>
    `sets "${column}" to its default in the records of "${table}" that refer to ${to}`,
};

/** A soft delete is an update: the database does not see it. */
function deletes({ policy }: TablePolicy, table: Description | undefined): boolean {
  const { always = 'everyone', delete: remove = 'nobody' } = policy;
  return !isNobody(remove) && !isNobody(always) && table?.deletedAt === undefined;
}

/**
 * A function is called for a user with every member and for one without any, to see both sides of
 * `user.isAdmin || { … }`.
 */
function namesIn(rule: PolicyRule): string[] {
  if (typeof rule !== 'function') return [];
  return [probe('user'), {}].flatMap((user) => {
    try {
      const filter: unknown = rule(user as never);
      return namesOf(filter);
    } catch {
      // It does more with the user than to name values: nothing is known of it.
      return [];
    }
  });
}

function namesOf(filter: unknown): string[] {
  if (!isPlainObject(filter)) return [];
  return Object.entries(filter).flatMap(([name, value]) => {
    const isList = (name === 'or' || name === 'and') && Array.isArray(value);
    return isList ? value.flatMap(namesOf) : [name];
  });
}

/** A value that has every member, can be called, and is its path as a string: `user.org.id`. */
function probe(path: string): unknown {
  return new Proxy(() => undefined, {
    get(_target, name) {
      if (name === Symbol.toPrimitive || name === 'toString' || name === 'toJSON') return () => path;
      if (name === Symbol.iterator) return () => [][Symbol.iterator]();
      // A value with `then` would be a promise.
      return typeof name === 'symbol' || name === 'then' ? undefined : probe(`${path}.${name}`);
    },
    apply: () => probe(`${path}()`),
  });
}
