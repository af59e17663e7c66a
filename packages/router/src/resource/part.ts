import type { Sources } from '@rest-gen/logic';
import { restrictModels as restrict } from '@rest-gen/model/core';
import type { Exchange, Hooks, Validation } from '../core/contracts/exchange.ts';
import type { Inspect } from '../core/contracts/inspect.ts';
import type { Part } from '../core/contracts/part.ts';
import type { Project } from '../core/contracts/project.ts';
import type { Service } from '../core/contracts/service.ts';
import { isDebugging } from '../core/debug.ts';
import { sharedModels } from '../core/errors.ts';
import { findScopes } from './check-scope.ts';
import type { ResourceAction } from './contracts/action.ts';
import { RESOURCE, Resource, resourceIn } from './contracts/resource.ts';
import { PlannedResource } from './contracts/resource-class.ts';
import type { ResourceStatics } from './contracts/statics.ts';
import { isCoded } from './keys.ts';
import { mayBeRefused, nameKeys, requireWritable, startWrites } from './learn-writes.ts';
import { findListPaths } from './list/find-list-paths.ts';
import { bulkCollection, checkNames, planAction } from './plan-action.ts';
import { checkOperations } from './policy/apply-policy.ts';
import { readKey } from './read-key.ts';
import { checkInclude } from './relations/check-include.ts';
import { startRelations } from './relations/resolve-relations.ts';
import { RESOURCE_STATICS } from './statics.ts';
import { validateRecords } from './validate/validate.ts';
import { withReason } from './with-reason.ts';
import { explainForeignKey, mayLackParent } from './write/missing-parent.ts';

/** Resources: controllers whose actions read and write the records of a table, within the policies. */
export function createResources(project: Project): Part<ResourceStatics> {
  const classes: PlannedResource[] = [];
  const explain: Explain = { service: undefined, inspect: undefined };
  return {
    name: 'resource',
    statics: RESOURCE_STATICS,

    plan(controller, logic) {
      const { Class, file } = controller;
      checkInclude(Class.include, { code: 'E_CONTROLLER_STATIC', prefix: 'static ', file });
      const of = new PlannedResource(controller, logic);
      classes.push(of);
      return {
        unreadable: [...of.statics.unreadable].flatMap((name) => [name, of.statics.columnOf(name)]),
        collection: bulkCollection(Class),
        planned: (plan) => of.keep(plan),
        action: (about) => {
          const action = planAction(about, Class);
          if (action.writes) checkNames(logic?.logic.action(action.action), of.name, action.action, logic?.file);
          const hasLogic = logic?.logic.action(action.action) !== undefined;
          return createHooks(action, { hasLogic, isRefusable: mayBeRefused(about) }, of, project, explain);
        },
      };
    },

    start({ service, inspect }) {
      Object.assign(explain, { service, inspect });
      findListPaths(service, classes);
      findScopes(service, classes);
      nameKeys(classes, project.model);
      return startRelations(classes, project.activeModels, project.policies);
    },

    // Not before everything is checked: a router that does not start restricts nothing.
    started: () => {
      restrictModels(project);
      return startWrites(classes, project.activeModels);
    },
  };
}

// --- internal ---

/** What says why a policy has refused a request, once the router has started. */
interface Explain {
  service: Service | undefined;
  inspect: Inspect | undefined;
}

function createHooks(
  action: ResourceAction,
  { hasLogic, isRefusable }: { readonly hasLogic: boolean; readonly isRefusable: boolean },
  of: PlannedResource,
  project: Project,
  explain: Explain,
): Hooks {
  const { activeModels: model, policies } = project;
  const openQuery = action.openQuery || action.openInclude;
  const attach = (exchange: Exchange): void | Promise<void> => {
    const { plan: table } = of;
    if (table === undefined) throw new Error(`The table of the controller "${of.name}" is not known.`);
    const resource = new Resource(exchange, { of, table, model, policies, action });
    RESOURCE.set(exchange, resource);
    const { id } = exchange.params;
    return id !== undefined && isCoded(id) ? readKey(resource, id) : undefined;
  };
  // The store was not ready at start.
  const begin = (exchange: Exchange) => (of.plan ? attach(exchange) : of.resolve()?.then(() => attach(exchange)));
  return {
    begin: !isRefusable
      ? begin
      : (exchange) => (of.learnWrites ? requireWritable(of, exchange).then(() => begin(exchange)) : begin(exchange)),
    ...(action.method === 'POST' && {
      admit: (exchange: Exchange) => checkOperations(resourceIn(exchange)),
    }),
    ...((hasLogic || openQuery || takesRecords(action)) && {
      validate: (exchange: Exchange, sources: Sources, validation: Validation) =>
        validateRecords(action, resourceIn(exchange), sources, validation),
    }),
    failed: (exchange, error) => {
      const resource = RESOURCE.get(exchange);
      if (resource === undefined) return undefined;
      if (mayLackParent(error, resource)) return explainForeignKey(error, resource);
      const { service, inspect } = explain;
      const isAsked = policies !== undefined && (service?.options.teach || isDebugging());
      return service && inspect && isAsked ? withReason(error, resource, service, inspect) : undefined;
    },
    openQuery,
    described: { isList: action.isList, isBulk: action.bulk, isMany: action.isBulkWrite },
  };
}

/** The body of the request is one or more records, or may be: `__call` serves any method. */
function takesRecords({ method }: ResourceAction): boolean {
  return method === '*' || method === 'POST' || method === 'PUT' || method === 'PATCH';
}

/** Let the models of a project keep its policies. @throws {StartError} `E_MODEL_SHARED` where another router has given them other policies */
function restrictModels(project: Project): void {
  const { model } = project;
  const conflict = model && restrict(model, project);
  if (conflict !== undefined) throw sharedModels(conflict);
}
