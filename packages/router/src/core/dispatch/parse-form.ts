import type { CompiledAction } from '@rest-gen/logic';
import { isPlainObject, toPointer } from '@rest-gen/logic/common';
import { findRounded } from '@rest-gen/model/core';
import type { ActionPlan } from '../contracts/exchange.ts';
import type { Limits } from '../contracts/options.ts';
import { type HttpError, requestError } from '../errors.ts';
import { inexact } from './body-errors.ts';
import { checkBodyLimits } from './body-limits.ts';
import { joinItems } from './join-items.ts';

/**
 * Read the fields of a form as the logic declares them: `tags[]` and `tags[0]` are items of the list `tags`, `address[city]` is a member of the object
 * `address`, and a list that is written as JSON is that list.
 *
 * Only declared names are read like this. A middleware that has parsed the form, such as multer, may have read the brackets itself.
 *
 * @throws {HttpError} 422 `E_VALIDATION` for a field that is given in two ways, and for text that begins like a JSON list and is none;
 *   413 `E_BODY_LIMIT`, 400 `E_BAD_KEY`
 */
export function parseForm(
  form: unknown,
  logic: CompiledAction,
  limits: Limits,
  plan: Pick<ActionPlan, 'maxItems'>,
): unknown {
  if (!isPlainObject(form)) return form;
  if (!schemas.has(logic)) schemas.set(logic, logic.toJSONSchema('body'));
  const schema = schemas.get(logic);
  if (schema?.properties === undefined) return form;
  const read = readFields(form as Fields, schema, [], limits.depth);
  checkBodyLimits(read, limits, plan);
  return read;
}

// --- internal ---

const schemas = new WeakMap<CompiledAction, Schema | undefined>();

type Fields = Readonly<Record<string, unknown>>;
type Schema = Readonly<Record<string, unknown>>;

/** @param depth - levels that names may add */
function readFields(form: Fields, schema: Schema, path: readonly string[], depth: number): Fields {
  const isOpen = schema.properties === undefined;
  // In an object without declared members, a number may be the name of a member.
  const isList = (name: string): boolean =>
    isOpen ? Object.hasOwn(form, `${name}[]`) : declaredAs('array', name, schema) !== undefined;
  const fields: Record<string, unknown> = Object.create(null);
  const objects = new Map<string, Record<string, unknown>>();
  for (const [name, value] of Object.entries(joinItems(form, isList, (list) => twice([...path, list])))) {
    const [object, member] = depth > 0 ? splitMember(name) : [];
    if (object !== undefined && declaredAs('object', object, schema) !== undefined) {
      const members = objects.get(object) ?? Object.create(null);
      members[member as string] = value;
      objects.set(object, members);
    } else fields[name] = value;
  }
  for (const [name, members] of objects) {
    if (Object.hasOwn(fields, name)) throw twice([...path, name]);
    fields[name] = members;
  }
  for (const [name, value] of Object.entries(fields)) {
    const object = isPlainObject(value) ? declaredAs('object', name, schema) : undefined;
    const isJson = typeof value === 'string' && value.startsWith('[') && !isOpen && isList(name);
    if (object !== undefined) fields[name] = readFields(value as Fields, object, [...path, name], depth - 1);
    else if (isJson) fields[name] = parseList(value, [...path, name]);
  }
  return fields;
}

/** Split the name of a member: `address[city]` → `address`, `city`; `address[geo][lat]` → `address`, `geo[lat]`. */
function splitMember(name: string): readonly [object?: string, member?: string] {
  const [, object, first, rest] = /^([^[\]]+)\[([^[\]]+)\]((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  return object === undefined ? [] : [object, `${first}${rest}`];
}

/** What the schema says of a member if it can be an object, or a list; `undefined` if it cannot, or is not declared. */
function declaredAs(type: 'object' | 'array', name: string, { properties }: Schema): Schema | undefined {
  // An object without declared members may have any.
  if (properties === undefined) return {};
  return Object.hasOwn(properties as object, name)
    ? ofType(type, (properties as Record<string, Schema>)[name])
    : undefined;
}

/** Blank values and `null` are other branches. */
function ofType(wanted: string, schema: Schema | undefined): Schema | undefined {
  if (schema === undefined || [schema.type].flat().includes(wanted)) return schema;
  for (const branch of (schema.anyOf ?? []) as Schema[]) {
    const found = ofType(wanted, branch);
    if (found !== undefined) return found;
  }
  return undefined;
}

function parseList(text: string, path: readonly string[]): unknown {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    const name = nameOf(path);
    const fix = `repeat the field for each item: ${name}=a&${name}=b`;
    throw refuse(path, 'array', `"${name}" begins like a JSON list and is none; ${fix}`);
  }
  const rounded = findRounded(text);
  if (rounded === undefined) return list;
  throw inexact(toPointer(path) + rounded);
}

function twice(path: readonly string[]): HttpError {
  return refuse(path, 'repeated', `"${nameOf(path)}" is given in two ways; send one of them`);
}

/** `address[city]` */
function nameOf([first, ...rest]: readonly string[]): string {
  return [first, ...rest.map((name) => `[${name}]`)].join('');
}

function refuse(path: readonly string[], rule: string, message: string): HttpError {
  const pointer = toPointer(path);
  return requestError('E_VALIDATION', message, { extra: { errors: [{ in: 'body', pointer, rule, message }] } });
}
