import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { LogicError, type Place } from '../errors.ts';
import { suggestion } from '../nearest/nearest.ts';
import type { Schema } from '../rules/rule.ts';
import { copyJson } from '../run/copy-json.ts';
import { toPointer } from '../to-pointer.ts';
import { walkSchema } from './check-keywords.ts';
import { resolveReferences } from './resolve-references.ts';

/** A JSON Schema that can be compiled. */
export interface CheckedSchema {
  /** As it was written, and nobody else's. */
  readonly written: Schema;
  /** The same, to be prepared for Ajv in place. */
  readonly root: Schema;
  /** All schemas in it, from the outside in. */
  readonly schemas: readonly Schema[];
  /** The schemas that references lead to, by the schema that has the reference. */
  readonly targets: ReadonlyMap<Schema, Schema>;
  /** Whether anything in it has a default. */
  readonly defaults: boolean;
}

/**
 * Check a JSON Schema (2020-12): all that compiling it, or running it on hostile input, could stumble over.
 *
 * @throws {LogicError} `E_LOGIC_SCHEMA`, or `E_LOGIC_REGEXP` for an expression that can hang; with the pointer into the schema
 */
export function readJsonSchema(declared: unknown, place: Place): CheckedSchema {
  const refuse = (pointer: string, problem: string): never => {
    throw new LogicError('E_LOGIC_SCHEMA', place, `the JSON Schema at #${pointer} ${problem}`);
  };
  const copied = copyJson(declared, DEEPEST_SCHEMA);
  if (copied.problem !== undefined) return refuse(toPointer(copied.path), copied.problem);
  const root = copied.copy as Schema;
  const written = structuredCopy(root);
  if (root.$schema !== undefined && !isCurrent(root.$schema)) refuse('/$schema', OLD);
  checkAgainstMeta(root, refuse);
  const found = walkSchema(root, place, refuse);
  const targets = resolveReferences(root, found, refuse);
  const schemas = [...found.keys()];
  return { written, root, schemas, targets, defaults: schemas.some((schema) => 'default' in schema) };
}

/** A copy of what is JSON; of anything else what JSON makes of it. */
export function structuredCopy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

// --- internal ---

/** Two levels for each object that a schema describes. */
const DEEPEST_SCHEMA = 256;
const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
const OLD = `is of another draft; only 2020-12 is read: leave $schema out, or write "${DRAFT}" and its keywords ($defs, prefixItems, dependentRequired)`;

let meta: Ajv2020 | undefined;

function isCurrent(uri: unknown): boolean {
  return uri === DRAFT || uri === `${DRAFT}#`;
}

function checkAgainstMeta(root: Schema, refuse: (pointer: string, problem: string) => never): void {
  meta ??= new Ajv2020({ strict: false, logger: false });
  if (meta.validate(DRAFT, root)) return;
  const errors = meta.errors as ErrorObject[];
  const choice = errors.find(({ keyword, params }) => keyword === 'enum' && params.allowedValues.includes('integer'));
  if (choice !== undefined) {
    const types: string[] = choice.params.allowedValues;
    const written = choice.instancePath.split('/').reduce<unknown>(stepInto, { '': root });
    const near = suggestion(typeof written === 'string' ? written : '', types, `; the types are ${types.join(', ')}`);
    refuse(choice.instancePath, `is ${JSON.stringify(written)}, which is no type${near}`);
  }
  const { instancePath, message } = errors[0] as ErrorObject;
  const hint = instancePath.endsWith('/items') ? '; schemas of single items are written in prefixItems' : '';
  refuse(instancePath, `${message}${hint}`);
}

function stepInto(value: unknown, token: string): unknown {
  return (value as Record<string, unknown>)[token.replaceAll('~1', '/').replaceAll('~0', '~')];
}
