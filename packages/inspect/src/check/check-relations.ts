import { NO_RELATIONS, type Relation, type Relations } from '@rest-gen/model/core';
import {
  type ControllerPlan,
  checkPolicies,
  checkSoftDeletes,
  checkWithoutTables,
  linkClasses,
  openTables,
  resolveController,
  StartError,
} from '@rest-gen/router/internal';
import { type Finding, toFinding } from './finding.ts';
import { type CheckedProject, isBroken } from './load-project.ts';

/**
 * Resolve the relations of all classes and check the policies as a start does, and look for relations that are read without an index.
 *
 * @throws what the store rejects with
 */
export async function checkRelations({ project, controllers, errors }: CheckedProject): Promise<Finding[]> {
  const { living: model, policies } = project;
  const plans = linkClasses(controllers);
  // If the model cannot be loaded, its own error is reported, and nothing else is known.
  if (model === undefined && isBroken('model', errors, 'config')) return [];
  const findings = new Map<string, Finding>();
  try {
    const isDescribed = model?.describeTable !== undefined;
    if (policies !== undefined && !isDescribed) checkWithoutTables(policies);
    for (const error of await checkSoftDeletes(controllers.values(), model))
      findings.set(error.message, toFinding(error));
    if (plans.length === 0 && (policies === undefined || !isDescribed)) return [...findings.values()];
    const tables = openTables(model, plans[0]);
    const resolved = new Map<ControllerPlan, Relations>([...controllers.values()].map((plan) => [plan, NO_RELATIONS]));
    for (const plan of plans) {
      const relations = await resolveController(plan, tables).catch(refused);
      if (relations instanceof StartError) findings.set(relations.message, toFinding(relations));
      else {
        resolved.set(plan, relations);
        for (const found of unindexed(relations, plan.file)) findings.set(found.message, found);
      }
    }
    for (const error of policies === undefined ? [] : await checkPolicies(policies, resolved, tables))
      findings.set(error.message, toFinding(error));
  } catch (error) {
    return [toFinding(refused(error))];
  }
  return [...findings.values()];
}

// --- internal ---

function refused(error: unknown): StartError {
  if (error instanceof StartError) return error;
  throw error;
}

function* unindexed(relations: Relations, file: string | undefined, path = ''): Generator<Finding> {
  for (const [name, relation] of relations) {
    const { table, column } = referring(relation);
    const isServed = table.indexes?.some(([begin]) => begin === column) ?? true;
    if (relation.kind !== 'one' && !isServed && column !== table.primaryKey) {
      yield {
        code: 'C_NO_INDEX',
        level: 'note',
        message: `the relation "${path}${name}" is read by "${table.name}.${column}", and no index begins with it: the whole table is read for each record`,
        file,
        hint: `Add one in a migration, t.index(['${column}']), unless the table stays small.`,
      };
    }
    yield* unindexed(relation.relations, file, `${path}${name}.`);
  }
}

/** The column in which the records of a relation are looked up. */
function referring({ target, to, through }: Relation): { table: Relation['target']; column: string } {
  return through ? { table: through.target, column: through.from } : { table: target, column: to };
}
