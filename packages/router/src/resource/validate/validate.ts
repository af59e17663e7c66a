import type { Checked, CompiledAction, Environment, RunOptions, Sources } from '@rest-gen/logic';
import { Refusal } from '@rest-gen/logic/common';
import { isThenable, type Model } from '@rest-gen/model/core';
import type { Request } from 'express';
import type { Validation } from '../../core/contracts/exchange.ts';
import { refuseParameter } from '../../core/dispatch/refuse-parameter.ts';
import { withLogic } from '../../core/dispatch/run-logic.ts';
import type { ResourceAction } from '../contracts/action.ts';
import type { Resource } from '../contracts/resource.ts';
import { isInclude, isOfRecord, isRepeatable, isReserved } from '../list/parameter-names.ts';
import { parseIncluded } from '../list/parse-include.ts';
import { givenFields } from '../policy/apply-policy.ts';
import { openModel } from '../write/open-model.ts';
import { checkRecord, takenMembers } from './check-children.ts';
import { withLinkedIds } from './linked-ids.ts';
import { type CheckedItem, runListLogic } from './run-list-logic.ts';
import { splitReadOnly } from './split-read-only.ts';

/**
 * Run the logic for records: each record of a list, new records of other tables, members that a client sends back as GET showed them, and what the answer
 * will include.
 *
 * @throws {HttpError} 400 `E_QUERY`; 400 `E_BUDGET`
 */
export function validateRecords(
  action: ResourceAction,
  resource: Resource,
  sources: Sources,
  validation: Validation,
): Checked | Promise<Checked> {
  const { writable } = resource.table;
  const { logic } = resource.exchange.plan;
  const isText = validation.options.textBody ?? false;
  const body =
    writable === undefined || isText ? sources.body : withLinkedIds(sources.body, writable, logic, action.bulk);
  const sent = body === sources.body ? sources : { ...sources, body };
  // Without a logic nobody asks who the user is.
  const options = logic === undefined ? validation.options : optionsOf(action, resource, validation.options);
  const check = (given: Sources): Checked | Promise<Checked> => {
    const isList = action.bulk && logic !== undefined && Array.isArray(given.body);
    return isList
      ? runList(logic, resource, given, options)
      : validation.check(given, options, (resolved, some) => checkRecord(resolved, resource, some, options));
  };
  const finish = (checked: Checked): Checked => finishRecords(action, resource, checked);
  const settle = (checked: Checked): Checked | Promise<Checked> => {
    if (!(checked instanceof Refusal) || action.readOnlyMembers === undefined) return finish(checked);
    return checkWithoutReadOnly(checked, action, resource, sent, check).then(finish);
  };
  const checked = check(sent);
  return isThenable(checked) ? checked.then(settle) : settle(checked);
}

// --- internal ---

/** Methods whose answers have the record that was written. */
const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** Written out: to spread options and replace some of them costs a POST 3 %. */
function optionsOf(
  action: ResourceAction,
  resource: Resource,
  { textBody, openQuery, acceptLanguage, language, messages }: RunOptions,
): RunOptions {
  return {
    textBody,
    openQuery,
    given: givenFields(action, resource),
    acceptLanguage,
    language,
    messages,
    namedOnly: action.writes,
    otherMembers: takenMembers(resource),
    environment: new RecordEnvironment(resource),
  };
}

function finishRecords(action: ResourceAction, resource: Resource, checked: Checked): Checked {
  if (checked instanceof Refusal) return checked;
  if (checked.query === resource.exchange.query) refuseRepeated(resource, action);
  else if (action.openInclude && !action.openQuery) refuseOthers(resource);
  // Before anything is written.
  if (resource.table.relations.size > 0 && WRITES.has(resource.exchange.plan.method) && !action.isBulkWrite)
    resource.included = parseIncluded(resource, Array.isArray(checked.body) ? checked.body.length : 1);
  return checked;
}

/** Check the rest of a body with members that GET shows; those are compared when the record is written. */
async function checkWithoutReadOnly(
  refused: Refusal,
  { readOnlyMembers: sentBack }: ResourceAction,
  resource: Resource,
  sources: Sources,
  check: (sources: Sources) => Checked | Promise<Checked>,
): Promise<Checked> {
  const split = await splitReadOnly(refused, resource.exchange.sentBody, sentBack, resource);
  if (split === undefined) return refused;
  resource.readOnlyMembers = split.readOnly;
  return check({ ...sources, body: split.body });
}

async function runList(
  declared: CompiledAction,
  resource: Resource,
  sources: Sources,
  options: RunOptions,
): Promise<Checked> {
  const { exchange } = resource;
  exchange.sentBody = sources.body;
  const checked = await runListLogic(sources.body as readonly unknown[], (body) => {
    const one = { ...sources, body };
    return withLogic<CheckedItem>(declared, one, options, (logic) => {
      exchange.announceDeprecation(logic.deprecatedSince(one));
      const input = checkRecord(logic, resource, one, options);
      return isThenable(input) ? input.then((come) => ({ logic, input: come })) : { logic, input };
    });
  });
  if (checked instanceof Refusal) return checked;
  resource.itemLogics = checked.logics;
  return checked.input;
}

/** The environment of functions and asynchronous rules of a logic; its members are created on first access. */
class RecordEnvironment implements Environment {
  readonly #resource: Resource;

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  get req(): Request {
    return this.#resource.exchange.req;
  }

  get signal(): AbortSignal {
    return this.#resource.exchange.signal;
  }

  /** A getter, so that it can be destructured: `({ environment: { model } }) => model('user')`. */
  get model(): Environment['model'] {
    const open = (name: string): Model => openModel(this.#resource, name);
    return open as Environment['model'];
  }
}

/** Code that expects a string must not receive a list because a client repeated a parameter. */
function refuseRepeated({ exchange: { query }, table }: Resource, { openQuery, openInclude }: ResourceAction): void {
  for (const name in query) {
    const value = query[name];
    if (typeof value === 'string' || (openQuery && isRepeatable(name, table)) || (openInclude && isInclude(name)))
      continue;
    const more = openQuery && !isReserved(name, table) ? `; for one of several values write ${name}[in]` : '';
    throw refuseParameter(name, `is given twice${more}`);
  }
}

/** The logic was told to accept what it does not declare, for the sake of `include` and `deleted`. */
function refuseOthers({ exchange: { req, query, logic }, table }: Resource): void {
  const declared = logic?.fields('query');
  for (const name in query) {
    // A schema that does not list its names decides for itself.
    if (declared && !isOfRecord(name, req, table) && !declared.includes(name))
      throw refuseParameter(name, 'is not known here');
  }
}
