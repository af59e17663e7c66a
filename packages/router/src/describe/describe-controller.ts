import { type Column, type Description, namesOf, type Policies, type Relations } from '@rest-gen/model/core';
import type { ControllerConstructor } from '../core/contracts/controller.ts';
import type { ActionPlan } from '../core/contracts/exchange.ts';
import type { ControllerPlan, PathPlan } from '../core/contracts/plan.ts';
import { addsValues } from '../resource/contracts/adds-values.ts';
import { resourceClassOf } from '../resource/contracts/resource-class.ts';
import type { WritableRelations } from '../resource/contracts/table.ts';
import { overridesShow } from '../resource/relations/overrides-show.ts';
import type {
  ControllerDescription,
  OperationDescription,
  RelationDescription,
  RelationWrite,
} from './contracts/description.ts';
import type { ControllerStatics } from './contracts/statics.ts';
import { describePolicy } from './describe-policy.ts';

/**
 * Describe a controller and its operations.
 *
 * @param statics - the names of the static members that mean something
 */
export function describeController(
  plan: ControllerPlan,
  statics: readonly string[],
  policies?: Policies,
): ControllerDescription {
  const { name, Class, file, logicFile, collection, item, actions } = plan;
  const of = resourceClassOf(plan);
  const table = of.statics.name;
  // The next description has it, if the store is ready by then.
  of.resolve()?.catch(() => undefined);
  return {
    name,
    table,
    file,
    logicFile,
    statics: readStatics(Class, statics),
    overridesShow: overridesShow(Class),
    addsValues: addsValues(Class),
    hooks: HOOKS.filter((hook) => typeof Class.prototype[hook] === 'function'),
    policy: describePolicy(policies, table, of.plan?.names),
    describeTable: (stored) => of.plan?.names?.describe(stored) ?? stored,
    relations: describeRelations(of.plan?.relations ?? new Map(), policies, of.plan?.writable),
    isUnresolved: of.plan === undefined || of.isLearning,
    collection: describeOperations(collection),
    item: describeOperations(item),
    actions: new Map(
      Array.from(actions, ([action, path]) => [action, describeOperations(path)[0] as OperationDescription]),
    ),
  };
}

/**
 * Describe the relations of a controller, and those that can be reached through them.
 *
 * @param writable - which of them a body can write
 */
export function describeRelations(
  relations: Relations,
  policies?: Policies,
  writable?: WritableRelations,
): RelationDescription[] {
  return Array.from(relations, ([name, { kind, target, through, fields, max, relations: inner }]) => ({
    name,
    kind,
    table: target.name,
    ...(through && { through: through.target.name }),
    columns:
      kind === 'count'
        ? []
        : showColumns(
            target,
            fields.flatMap((field) => target.columns.get(field) ?? []),
            policies,
          ),
    ...(through?.fields && {
      linked: showColumns(
        through.target,
        through.fields.flatMap((field) => through.target.columns.get(field) ?? []),
        policies,
      ),
    }),
    max,
    relations: describeRelations(inner, policies),
    ...describeWrite(name, writable, policies),
  }));
}

// --- internal ---

const HOOKS = ['__before', '__after', '__call'] as const;

function readStatics(Class: ControllerConstructor, names: readonly string[]): ControllerStatics {
  // `abstract` applies to a base class, not to its subclasses.
  const values = names.filter((name) => name !== 'abstract').map((name) => [name, Reflect.get(Class, name)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function describeOperations({ actions }: PathPlan): OperationDescription[] {
  const served = [...actions].filter(([method]) => method !== 'HEAD');
  return served.map(([method, plan]) => describeAction(method as OperationDescription['method'], plan));
}

function describeAction(
  method: OperationDescription['method'],
  { action, isInherited, logic, takesBody, described }: ActionPlan,
): OperationDescription {
  const parts = described;
  return {
    isList: false,
    isBulk: false,
    isMany: false,
    idempotent: false,
    deprecated: false,
    sunset: undefined,
    ...Object.assign({}, ...parts),
    answerHeaders: Object.assign({}, ...parts.map(({ answerHeaders }) => answerHeaders)),
    parameters: parts.flatMap(({ parameters = [] }) => parameters),
    method,
    action,
    isInherited,
    logic,
    takesBody,
  };
}

function describeWrite(
  name: string,
  writable: WritableRelations | undefined,
  policies: Policies | undefined,
): { readonly write?: RelationWrite } {
  const link = writable?.links.get(name);
  if (link !== undefined) return { write: { kind: 'links', key: link.to as string } };
  const child = writable?.children.get(name);
  if (child === undefined) return {};
  const { logic, table, paramNames, relation } = child;
  const sets = describePolicy(policies, relation.target.name, namesOf(relation.target))?.sets ?? [];
  const relations = describeRelations(table.relations, policies, table.writable);
  return { write: { kind: 'records', logic, given: new Set([...paramNames, ...sets]), relations } };
}

/** A column that the policy of its table hides from some users is null there. */
function showColumns(
  table: Description,
  columns: readonly Column[],
  policies: Policies | undefined,
): readonly Column[] {
  const masked = describePolicy(policies, table.name, namesOf(table))?.masked ?? [];
  return columns.map((column) => (masked.includes(column.name) ? { ...column, nullable: true } : column));
}
