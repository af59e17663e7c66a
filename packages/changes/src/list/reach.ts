import {
  type Column,
  type Condition,
  columnsOf,
  type Description,
  type Filter,
  type Include,
  NO_RELATIONS,
  type Query,
  type Relation,
  type Relations,
  readFilter,
} from '@rest-gen/model/core';
import type { Reach } from '../types.ts';

/** Find what a list depends on: its filter with what the policies demand, the masks of its columns, and what it includes. */
export function findReach(query: Query, description: Description, relations: Relations = NO_RELATIONS): Reach {
  const found = { columns: new Set<string>(), tables: new Set<string>(), hasClock: false };
  addFilter(query.where, description, relations, found, true);
  for (const column of description.columns.values()) addMask(column, description, relations, found, true);
  addIncluded(query.include ?? {}, relations, found);
  const names = [...(query.orderBy ?? []).map(([name]) => name), ...(query.fields ?? [])];
  for (const name of names) if (name.includes('.')) addPath(name, relations, found);
  return found;
}

// --- internal ---

interface Found {
  readonly columns: Set<string>;
  readonly tables: Set<string>;
  hasClock: boolean;
}

/** @param isOwn - the conditions are on the table of the list */
function addFilter(
  where: Filter | undefined,
  of: Description,
  relations: Relations,
  found: Found,
  isOwn: boolean,
): void {
  if (where === undefined) return;
  if (holdsClock(where, 0)) found.hasClock = true;
  addConditions(readFilter(where, of, relations), found, isOwn);
}

function addConditions(conditions: readonly Condition[], found: Found, isOwn: boolean): void {
  for (const condition of conditions) {
    if (condition.operator === 'or') {
      for (const part of condition.value) addConditions(part, found, isOwn);
    } else if ('relation' in condition) {
      addRelation(condition.relation, found, isOwn);
      addConditions(condition.value, found, false);
    } else {
      if (holdsClock(condition.value, 0)) found.hasClock = true;
      if (isOwn) found.columns.add(condition.column);
      if (condition.counted !== undefined) addRelation(condition.counted, found, isOwn);
    }
  }
}

function addRelation(relation: Relation, found: Found, isOwn: boolean): void {
  const { target, through, where, relations, from } = relation;
  found.tables.add(target.name);
  if (isOwn) for (const name of columnsOf(from)) found.columns.add(name);
  addFilter(where, target, relations, found, false);
  for (const column of target.columns.values()) addMask(column, target, relations, found, false);
  if (through === undefined) return;
  found.tables.add(through.target.name);
  addFilter(through.where, through.target, NO_RELATIONS, found, false);
}

function addMask({ name, mask }: Column, of: Description, relations: Relations, found: Found, isOwn: boolean): void {
  if (mask === undefined) return;
  if (isOwn) found.columns.add(name);
  addFilter(mask, of, relations, found, isOwn);
}

function addIncluded(include: Include, relations: Relations, found: Found): void {
  for (const [name, nested] of Object.entries(include)) {
    const relation = relations.get(name);
    if (relation === undefined) continue;
    addRelation(relation, found, false);
    addIncluded(nested, relation.relations, found);
  }
}

function addPath(path: string, relations: Relations, found: Found): void {
  const relation = relations.get(path.slice(0, path.indexOf('.')));
  if (relation !== undefined) addRelation(relation, found, false);
}

/** Whether a filter holds `now()`: it is a `Date` without a time of its own. */
function holdsClock(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > 20) return false;
  if (value instanceof Date) return JSON.stringify(value) === '"now()"';
  return Object.values(value).some((member) => holdsClock(member, depth + 1));
}
