import type { Checked, CompiledAction, FieldError, RunOptions, Sources } from '@rest-gen/logic';
import { isPlainObject, Refusal } from '@rest-gen/logic/common';
import type { Row } from '@rest-gen/model/core';
import type { Resource } from '../contracts/resource.ts';
import type { WritableChild, WritableRelations } from '../contracts/table.ts';
import { givenFields } from '../policy/apply-policy.ts';
import { pickWritable } from '../write/writable.ts';
import { withLinkedIds } from './linked-ids.ts';
import { runListLogic } from './run-list-logic.ts';

/** Check a record by its logic, and new records of other tables that a POST takes with it. Without a declared body nothing is written. */
export function checkRecord(
  logic: CompiledAction,
  resource: Resource,
  sources: Sources,
  options: RunOptions,
): Checked | Promise<Checked> {
  const writable = takenRelations(resource);
  const { body } = sources;
  if (writable === undefined || !hasChildren(body, writable)) return logic.check(sources, options);
  announceChildren(writable, body, (since) => resource.exchange.announceDeprecation(since));
  if (logic.form('body') === undefined) return logic.check(sources, options);
  return checkWithChildren(logic, writable, sources, options, resource.access);
}

/** Names of the relations whose new records the body of a request may have. */
export function takenMembers(resource: Resource): readonly string[] | undefined {
  return membersOf(takenRelations(resource));
}

// --- internal ---

function membersOf(writable: WritableRelations | undefined): readonly string[] | undefined {
  return writable && [...writable.children.keys()];
}

/** The maximum number of errors, as for a single record. */
const MOST_ERRORS = 100;

/** A POST takes new records of relations with `write: true`. */
function takenRelations({ exchange: { action }, table }: Resource): WritableRelations | undefined {
  return action === 'postAction' ? table.writable : undefined;
}

/** Report the `deprecated` fields of new records of other tables. */
function announceChildren(
  { children }: WritableRelations,
  body: Row,
  announce: (since: Date | undefined) => void,
): void {
  for (const [name, { logic, table }] of children) {
    for (const one of [body[name]].flat()) {
      announce(logic.deprecatedSince({ body: one }));
      if (table.writable !== undefined && hasChildren(one, table.writable))
        announceChildren(table.writable, one, announce);
    }
  }
}

/** Whether a body has new records of other tables. */
function hasChildren(body: unknown, { children }: WritableRelations): body is Row {
  return isPlainObject(body) && [...children.keys()].some((name) => Object.hasOwn(body, name));
}

/**
 * Check the body of a new record that has new records of other tables with it: its own fields by its logic, each of the others by that of its class. Their
 * errors are reported together; the pointers of the others begin with the name and the place: `/comments/2/text`.
 *
 * @returns the input, in whose body the others have the fields to write
 */
async function checkWithChildren(
  logic: CompiledAction,
  { children }: WritableRelations,
  sources: Sources,
  options: RunOptions,
  access: Resource['access'],
): Promise<Checked> {
  const { body } = sources as { readonly body: Row };
  const named = [...children].filter(([name]) => Object.hasOwn(body, name));
  const declared = logic.fields('body');
  const isOwn = (name: string): boolean => !children.has(name) || (declared?.includes(name) ?? false);
  const own = Object.fromEntries(Object.entries(body).filter(([name]) => isOwn(name)));
  const checked = await logic.check({ ...sources, body: own }, options);
  const errors: FieldError[] = checked instanceof Refusal ? [...checked.errors] : [];
  let language = checked instanceof Refusal ? checked.language : undefined;
  const lists: [name: string, list: unknown][] = [];
  for (const [name, child] of named) {
    const list = await checkList(name, body[name], child, options, access);
    if (list instanceof Refusal) {
      errors.push(...list.errors.map((error) => ({ ...error, pointer: `/${name}${error.pointer}` })));
      language ??= list.language;
    } else lists.push([name, list]);
  }
  if (checked instanceof Refusal || errors.length > 0) return new Refusal(errors.slice(0, MOST_ERRORS), language);
  const whole = { ...(checked.body as Row), ...Object.fromEntries(lists) };
  return { ...checked, body: whole };
}

async function checkList(
  name: string,
  list: unknown,
  child: WritableChild,
  options: RunOptions,
  access: Resource['access'],
): Promise<Refusal | readonly unknown[]> {
  if (!Array.isArray(list)) {
    const error = { in: 'body', pointer: '', rule: 'array', message: `${name} must be a list` } as const;
    return new Refusal([error]);
  }
  if (list.length === 0) return [];
  const { paramNames, of, table, relation } = child;
  const { writable } = table;
  const about = { controller: of.name, action: 'postAction', paramNames };
  const itemOptions = {
    ...options,
    namedOnly: true,
    otherMembers: membersOf(writable),
    given: givenFields({ method: 'POST' }, { exchange: about, access, table }),
  };
  const checked = await runListLogic(list, async (sent) => {
    // A body that is null counts as empty; a record that is null is none.
    const body = sent === null ? 0 : sent;
    const logic = (await child.logic.resolve?.({ body }, itemOptions)) ?? child.logic;
    const linked = writable === undefined ? body : withLinkedIds(body, writable, logic, false);
    const sources = { body: linked };
    const input =
      writable !== undefined && hasChildren(linked, writable)
        ? await checkWithChildren(logic, writable, sources, itemOptions, access)
        : await logic.check(sources, itemOptions);
    if (input instanceof Refusal) return { input, logic };
    const values = pickWritable(relation.target, input.body, { exchange: { ...about, logic }, access, table }, false);
    return { input: { ...input, body: values }, logic };
  });
  return checked instanceof Refusal ? checked : (checked.input.body as readonly unknown[]);
}
