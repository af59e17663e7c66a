import type { Include, Model, Relations } from '@rest-gen/model/core';
import { joinItems } from '../../core/dispatch/join-items.ts';
import { refuseParameter } from '../../core/dispatch/refuse-parameter.ts';
import type { Included, Resource } from '../contracts/resource.ts';
import { checkBudget } from './check-budget.ts';
import { commaList } from './list-query.ts';
import { isListName } from './parameter-names.ts';

/**
 * Read the parameter `include`: names of relations, `author,comments.author`.
 *
 * @param text - `undefined` for nothing
 * @returns in the order of the request; a relation that is named twice is included once
 * @throws {HttpError} 400 `E_QUERY` naming the path that does not exist, and those that do
 */
export function parseInclude(text: string | undefined, relations: Relations): readonly Included[] {
  if (text === undefined || relations.size === 0) return NOTHING;
  if (text.length > LONGEST) throw refuseParameter('include', `has more than ${LONGEST} characters`);
  const included: MutableIncluded[] = [];
  for (const path of text.split(',')) {
    let [level, reached] = [included, relations];
    for (const name of path.split('.')) {
      const relation = reached.get(name);
      if (relation === undefined) throw unknownPath(path, relations);
      const known = level.find((one) => one.name === name);
      const next = known ?? { name, relation, nested: [] };
      if (known === undefined) level.push(next);
      [level, reached] = [next.nested, relation.relations];
    }
  }
  return included;
}

/**
 * Read what the answer with one record includes, or that of a write with several.
 *
 * @param records - how many records the answer has
 * @throws {HttpError} 400 `E_QUERY`; 400 `E_BUDGET` for more records than an answer may have
 */
export function parseIncluded({ exchange: { query }, table }: Resource, records = 1): readonly Included[] {
  if (table.relations.size === 0) return NOTHING;
  const included = parseInclude(
    commaList(
      joinItems(query, (name) => isListName(name, table)),
      'include',
    ),
    table.relations,
  );
  checkBudget(records, included, table.maxRecords, 'include');
  return included;
}

/** The model of records together with what is included. */
export function including(model: Model, included: readonly Included[]): Model {
  return included.length === 0 ? model : model.include(toInclude(included));
}

// --- internal ---

interface MutableIncluded extends Included {
  readonly nested: MutableIncluded[];
}

const NOTHING: readonly Included[] = [];
/** In characters: it bounds the work for a list of names. */
const LONGEST = 1_000;
/** Paths that an error names. */
const TOLD = 30;

function toInclude(included: readonly Included[]): Include {
  return Object.fromEntries(included.map(({ name, nested }) => [name, toInclude(nested)]));
}

function unknownPath(path: string, relations: Relations): Error {
  const paths = pathsOf(relations, '');
  const more = paths.length > TOLD ? ', …' : '';
  return refuseParameter(
    'include',
    `names "${path}", which is not a relation; there are ${paths.slice(0, TOLD).join(', ')}${more}`,
  );
}

function pathsOf(relations: Relations, before: string): string[] {
  return Array.from(relations, ([name, relation]) => [
    before + name,
    ...pathsOf(relation.relations, `${before}${name}.`),
  ]).flat();
}
