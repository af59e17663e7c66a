import { isPlainObject } from '@rest-gen/model/core';
import { type ControllerPlan, resourceClassOf, tableNames } from '@rest-gen/router/internal';

/** The tables that `static include` of any class can mean: their classes say what is shown of a record, and their hooks run when it is written with another. */
export function includedTables(controllers: Iterable<ControllerPlan>): ReadonlySet<string> {
  const found = new Set<string>();
  // A wrong one has its own finding.
  const add = (include: unknown): void => {
    for (const [relation, declared] of Object.entries(isPlainObject(include) ? include : {})) {
      const { table, through, include: inner } = Object(declared);
      for (const name of [...(table === undefined ? tableNames(relation) : [table]), through]) found.add(name);
      add(inner);
    }
  };
  for (const plan of controllers) add(resourceClassOf(plan).Class.include);
  return found;
}
