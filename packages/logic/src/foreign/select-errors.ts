import type { Schema } from '../rules/rule.ts';
import type { SchemaError } from './compile-test.ts';
import { subschemasOf } from './schema-keywords.ts';

/**
 * Leave out what only says why one part of a union does not hold.
 *
 * Ajv gives the errors of every branch, then that of the union. When a single branch can be meant (its type and its constants fit), its
 * errors say best what is wrong; else that of the union does.
 */
export function selectErrors(
  errors: readonly SchemaError[],
  targets: ReadonlyMap<Schema, Schema>,
): readonly SchemaError[] {
  const kept: SchemaError[] = [];
  const reaches = new Map<Schema, ReadonlySet<Schema>>();
  const reachOf = (branch: Schema): ReadonlySet<Schema> => {
    const known = reaches.get(branch) ?? findReach(branch, targets);
    reaches.set(branch, known);
    return known;
  };
  for (const error of errors) {
    // Part of an error that follows: the name as a whole, and what `then` or `else` say.
    if (error.propertyName !== undefined || error.keyword === 'if') continue;
    const branches = branchesOf(error);
    if (branches === undefined) kept.push(error);
    else kept.push(...(meantBranch(takeBranches(kept, error, branches.map(reachOf)), error) ?? [error]));
  }
  return kept;
}

// --- internal ---

function branchesOf({ keyword, params, parentSchema }: SchemaError): readonly Schema[] | undefined {
  if (keyword === 'contains') return [parentSchema?.contains];
  // Several that hold are no errors of branches.
  if (keyword !== 'anyOf' && (keyword !== 'oneOf' || params.passingSchemas !== null)) return undefined;
  return parentSchema?.[keyword];
}

/**
 * Take the errors of the branches off the end, a list for each branch.
 *
 * Branches fail in their order. Where several use the same schema, its second error is that of the branch before.
 */
function takeBranches(
  kept: SchemaError[],
  { instancePath }: SchemaError,
  reach: readonly ReadonlySet<Schema>[],
): SchemaError[][] {
  const taken: SchemaError[][] = reach.map(() => []);
  let branch = reach.length - 1;
  for (let last = kept.at(-1); last !== undefined; last = kept.at(-1)) {
    const { instancePath: path, keyword, parentSchema } = last;
    if (path !== instancePath && !path.startsWith(`${instancePath}/`)) break;
    const owners = reach.flatMap((schemas, index) =>
      index <= branch && schemas.has(parentSchema as Schema) ? [index] : [],
    );
    const nearest = owners.pop();
    if (nearest === undefined) break;
    const again = taken[nearest]?.some(
      (error) => error.instancePath === path && error.keyword === keyword && error.parentSchema === parentSchema,
    );
    branch = (again ? owners.pop() : undefined) ?? nearest;
    taken[branch]?.push(last);
    kept.pop();
  }
  return taken.map((errors) => errors.reverse());
}

/** Every schema that can have a say inside of a branch. */
function findReach(branch: Schema, targets: ReadonlyMap<Schema, Schema>): ReadonlySet<Schema> {
  const reach = new Set([branch]);
  for (const schema of reach) {
    const target = targets.get(schema);
    if (target !== undefined) reach.add(target);
    for (const keyword of Object.keys(schema)) {
      for (const { holder, key } of subschemasOf(schema, keyword)) reach.add(holder[key] as Schema);
    }
  }
  return reach;
}

function meantBranch(branches: readonly SchemaError[][], union: SchemaError): readonly SchemaError[] | undefined {
  if (union.keyword === 'contains') return undefined;
  const fitting = branches.filter((errors) => errors.length > 0 && !errors.some((error) => rulesOut(error, union)));
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Whether an error says that a value of another branch was sent: its type, or a constant in it, is another one. */
function rulesOut({ keyword, instancePath }: SchemaError, union: SchemaError): boolean {
  const below = instancePath.slice(union.instancePath.length);
  if (keyword === 'const' || keyword === 'enum') return !below.slice(1).includes('/');
  return below === '' && !['required', 'additionalProperties', 'unevaluatedProperties'].includes(keyword);
}
