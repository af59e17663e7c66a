import {
  type Description,
  findColumn,
  isDataError,
  isKey,
  NO_RELATIONS,
  namesOf,
  notDeleted,
  type Order,
  type Relation,
  type Relations,
  readFilter,
  readOrder,
  refuse,
  totalOrder,
} from '@rest-gen/model/core';
import type { ResourceStatics } from '../contracts/statics.ts';
import { checkJoin } from './check-join.ts';
import { findJoin, type Join, type RelationOptions } from './find-join.ts';
import { findKey } from './find-reference.ts';
import { checkWrite } from './plan-writable.ts';
import type { Tables } from './read-tables.ts';
import { nameOf, type Place, relationError } from './relation-error.ts';
import { shownFields } from './shown-fields.ts';
import { namesIn } from './table-names.ts';

/**
 * Resolve `static include`, that of a relation, or `relations` of a policy, against the tables of the store. It is finite as it is written, even where tables refer to each other.
 *
 * @param parent - its path is that of the relation that the declaration belongs to, with a dot at its end
 * @throws {StartError} `E_RELATION`
 */
export async function resolveInclude(
  include: NonNullable<ResourceStatics['include']>,
  own: Description,
  parent: Place,
  tables: Tables,
): Promise<Relations> {
  const relations = new Map<string, Relation>();
  // The store reads relations and columns under their own names, also where `static names` gives a column another one.
  const stored = parent.classes && namesOf(own)?.table;
  for (const [name, declaration] of Object.entries(include)) {
    const place = { ...parent, path: parent.path + name };
    if (own.columns.has(name) || stored?.columns.has(name)) throw hasName(name, own, place);
    const relation = await resolveRelation(typeof declaration === 'boolean' ? {} : declaration, own, place, tables);
    const next = `${name}_next`;
    if (
      parent.classes !== undefined &&
      relation.kind === 'many' &&
      (own.columns.has(next) || Object.hasOwn(include, next))
    ) {
      const what = own.columns.has(next) ? 'a column' : 'a relation';
      const reason = `"${next}" is the URL of its rest, and ${what} has this name`;
      throw relationError(place, reason, 'Give the relation another name.');
    }
    relations.set(name, relation);
  }
  return relations;
}

// --- internal ---

/** Records of a list that are shown, where the class does not say. */
const DEFAULT_MAX = 20;

async function resolveRelation(
  options: RelationOptions,
  own: Description,
  place: Place,
  tables: Tables,
): Promise<Relation> {
  const join = await findJoin(options, own, place, tables);
  checkJoin(join, own, place);
  const { include } = options;
  const relations =
    include && (await resolveInclude(include, join.target, { ...place, path: `${place.path}.` }, tables));
  try {
    const relation = completeRelation(join, options, relations ?? NO_RELATIONS, place);
    if (relation.write) checkWrite(relation, own, place);
    return relation;
  } catch (error) {
    if (!isDataError(error)) throw error;
    throw relationError(place, error.message, error.hint ?? 'Correct the declaration.');
  }
}

/** @throws {DataError} where the declaration names no column, or has no filter */
function completeRelation(join: Join, options: RelationOptions, relations: Relations, place: Place): Relation {
  const { kind, target, from, to } = join;
  const fields = kind === 'count' ? [] : shownFields(target, namesIn(options.fields), place);
  const through =
    join.through &&
    showLinks(
      join.through,
      namesIn(options.with),
      [...fields, ...Array.from(relations.keys(), (name) => [name, `${name}_next`]).flat()],
      place,
    );
  const { max = DEFAULT_MAX } = options;
  const where = notDeleted(target, options.where);
  if (where !== undefined) readFilter(where, target, relations);
  return {
    kind,
    target,
    from,
    to,
    ...(through !== undefined && { through }),
    ...(where !== undefined && { where }),
    fields,
    orderBy: kind === 'many' || isFirst(join) ? readOrders(namesIn(options.order) ?? [], target) : [],
    max: kind === 'many' ? max : 1,
    ...(options.write && { write: true }),
    relations,
  };
}

/** The columns of the table between that each record shows, beside its own members. */
function showLinks(
  through: NonNullable<Relation['through']>,
  declared: readonly string[] | undefined,
  taken: readonly string[],
  place: Place,
): Relation['through'] {
  if (declared === undefined) return through;
  const same = declared.find((name) => taken.includes(name));
  if (same !== undefined) {
    const hint = `Take it out, or leave it out of the fields that are shown: ${nameOf(place)}: { …, fields: '…' }.`;
    throw relationError(place, `"with" names "${same}", and each record has a member of this name`, hint);
  }
  const related = declared.find((name) => namesOf(through.target)?.related.has(name));
  if (related !== undefined) throw refuse(ofRelated(related, 'with'));
  return { ...through, fields: shownFields(through.target, declared, place, 'with') };
}

/** Several records of the other table could refer to one; the first one by its primary key is meant. */
function isFirst({ kind, target, to }: Join): boolean {
  return kind === 'one' && !isKey(to, target.primaryKey);
}

function readOrders(names: readonly string[], target: Description): Order[] {
  const orders = names.map(readOrder);
  for (const [name] of orders) {
    if (findColumn(name, target).type === 'json') throw refuse(`"${name}" holds JSON and has no order`);
    if (namesOf(target)?.related.has(name)) throw refuse(ofRelated(name, 'order'));
  }
  return totalOrder(orders, target.primaryKey);
}

/** The store reads them from columns of the table itself. */
function ofRelated(name: string, option: string): string {
  return `"${option}" names "${name}", and "${name}" is a field of a related record`;
}

function hasName(name: string, own: Description, place: Place): Error {
  const other = name.replace(/_?id$/i, '');
  const also = `, and name the column: ${other === name ? 'other' : other}: { key: '${name}', one: true }`;
  const hint = `Give the relation another name${findKey(own, name) ? also : ''}.`;
  return relationError(place, `"${own.name}" has a column of that name`, hint);
}
