import { addLogicKeywords } from '@rest-gen/logic';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonValue, OpenApiDocument, Schema } from '../types.ts';
import { readReference } from './read-reference.ts';

/** Whether a value satisfies a schema of the document. */
export type Judge = (schema: Schema, value: JsonValue) => boolean;

/**
 * Judge values as Ajv does, with the keywords and formats of `@rest-gen/logic`; a schema that Ajv cannot take is satisfied by nothing.
 *
 * Ajv compiles only the parts that look at a value itself: the same few of them stand in a large document again and again, and to compile each schema
 * as a whole took most of the time of a document.
 */
export function createJudge(document: Pick<OpenApiDocument, 'components'>): Judge {
  const check = createCheck(document);
  const judge = (schema: Schema | boolean, value: JsonValue, steps: number): boolean => {
    if (typeof schema === 'boolean') return schema;
    if (steps > MOST_STEPS) return false;
    if (isWhole(schema)) return check(schema, value);
    const next = (part: unknown, one: JsonValue = value) => judge(part as Schema | boolean, one, steps + 1);
    const { $ref, allOf = [], anyOf, properties = {}, items, ...own } = schema as Parts;
    return (
      ($ref === undefined || next(readReference($ref, document) ?? false)) &&
      allOf.every((part) => next(part)) &&
      (anyOf === undefined || anyOf.some((part) => next(part))) &&
      (items === undefined || !Array.isArray(value) || value.every((one) => next(items, one))) &&
      membersOf(value).every(([name, one]) => !Object.hasOwn(properties, name) || next(properties[name], one)) &&
      check(withNames(own, properties, value), value)
    );
  };
  return (schema, value) => judge(schema, value, 0);
}

// --- internal ---

interface Parts extends Schema {
  readonly $ref?: string;
  readonly allOf?: readonly unknown[];
  readonly anyOf?: readonly unknown[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly items?: unknown;
}

/** Schemas may lead to themselves without an end. */
const MOST_STEPS = 100;
const DOCUMENT = 'urn:openapi:document';

/** What its parts say together counts: they cannot be judged one by one. */
function isWhole({ properties = {}, ...own }: Schema): boolean {
  return (
    ['unevaluatedProperties', 'unevaluatedItems', 'prefixItems'].some((keyword) => keyword in own) ||
    Object.values(properties as object).some((field) => field?.['x-equals'] !== undefined)
  );
}

function membersOf(value: JsonValue): [string, JsonValue][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

/** Which members have a schema matters where others are judged. */
function withNames(own: Schema, properties: Readonly<Record<string, unknown>>, value: JsonValue): Schema {
  const { additionalProperties, ...rest } = own;
  if (additionalProperties === undefined) return own;
  const names = membersOf(value).filter(([name]) => Object.hasOwn(properties, name));
  const others = names.length === membersOf(value).length;
  if (others) return rest;
  return { ...own, properties: Object.fromEntries(names.map(([name]) => [name, true])) };
}

/** Compile what is the same once. */
function createCheck({ components = {} }: Pick<OpenApiDocument, 'components'>): Judge {
  const ajv = new Ajv2020({ strict: false, logger: false, inlineRefs: false });
  addLogicKeywords(ajv);
  const known = new Map<string, (value: unknown) => unknown>();
  const compile = (schema: Schema): ((value: unknown) => unknown) => {
    try {
      if (JSON.stringify(schema).includes('"$ref"') && ajv.schemas[DOCUMENT] === undefined)
        ajv.addSchema({ components }, DOCUMENT);
      return ajv.compile(withDocument(schema) as object);
    } catch {
      return () => false;
    }
  };
  return (schema, value) => {
    const key = JSON.stringify(schema);
    if (key === '{}') return true;
    const validate = known.get(key) ?? compile(schema);
    known.set(key, validate);
    try {
      return validate(value) === true;
    } catch {
      // Ajv 8 can fail at the book that it keeps of what was evaluated: what it cannot judge is no example.
      return false;
    }
  };
}

/** References into the document lead to the one that Ajv knows. */
function withDocument(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withDocument);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const refers = name === '$ref' && typeof member === 'string' && member.startsWith('#');
      return [name, refers ? `${DOCUMENT}${member}` : withDocument(member)];
    }),
  );
}
