import { LogicError, type Place } from '../errors.ts';
import { isObject } from '../rules/arguments.ts';
import { copyJson } from '../run/copy-json.ts';
import type { Failure } from '../types.ts';
import { type ForeignCheck, type ForeignPlace, MOST_FAILURES } from './foreign-check.ts';
import { toPointer } from './to-pointer.ts';
import { unsafeFailure } from './unsafe-failure.ts';

/**
 * Run a Standard Schema (zod, Valibot, ArkType, …) as the check of a section or field.
 *
 * The library gets a copy, so that nothing it does reaches the input; what it throws is passed on. Text is not coerced: the library says how.
 *
 * @throws {LogicError} `E_LOGIC_SCHEMA` when the schema is not of version 1
 */
export function wrapStandardSchema(schema: unknown, place: Place): ForeignCheck {
  const standard = readStandard((schema as { readonly '~standard': unknown })['~standard'], place);
  let converted: { readonly json: string | undefined } | undefined;
  const toJSONSchema = (): Record<string, unknown> | undefined => {
    converted ??= { json: convert(standard) };
    return converted.json === undefined ? undefined : JSON.parse(converted.json);
  };
  return {
    get names() {
      const properties = toJSONSchema()?.properties;
      return isObject(properties) ? Object.keys(properties) : undefined;
    },
    judgesAbsence: true,
    async: true,
    toJSONSchema,
    run(value, _options, at, failures) {
      const copied = copyJson(value);
      if (copied.problem !== undefined) {
        failures.push(unsafeFailure(copied, at));
        return undefined;
      }
      const result = standard.validate(copied.copy);
      return isPromise(result)
        ? result.then((settled) => takeResult(settled, at, failures))
        : takeResult(result, at, failures);
    },
  };
}

// --- internal ---

/** The parts of the specification (version 1) that are used here. */
interface StandardProps {
  readonly version: 1;
  validate(value: unknown): Result | Promise<Result>;
  readonly jsonSchema?: { input(options: { target: 'draft-2020-12' }): Record<string, unknown> } | undefined;
}

interface Result {
  readonly value?: unknown;
  readonly issues?: readonly Issue[] | undefined;
}

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

function readStandard(standard: unknown, place: Place): StandardProps {
  const { version, validate } = isObject(standard) ? standard : {};
  if (version === 1 && typeof validate === 'function') return standard as unknown as StandardProps;
  throw new LogicError(
    'E_LOGIC_SCHEMA',
    place,
    version === 1 || version === undefined
      ? 'the Standard Schema has no validate(); use a library that implements version 1 (zod 4, valibot 1, arktype 2)'
      : `the Standard Schema is of version ${version}; only version 1 is read (zod 4, valibot 1, arktype 2)`,
  );
}

function convert({ jsonSchema }: StandardProps): string | undefined {
  try {
    return JSON.stringify(jsonSchema?.input({ target: 'draft-2020-12' }));
  } catch {
    // Not everything has a JSON Schema: transformations, dates, bigints.
    return undefined;
  }
}

function isPromise(result: Result | Promise<Result>): result is Promise<Result> {
  return typeof (result as Promise<Result>).then === 'function';
}

function takeResult({ value, issues }: Result, at: ForeignPlace, failures: Failure[]): unknown {
  if (issues === undefined) return value;
  const pointers = new Set<string>();
  for (const { message, path = [] } of issues) {
    if (pointers.size >= MOST_FAILURES) break;
    const pointer = at.pointer + toPointer(path.map((part) => (typeof part === 'object' ? part.key : part)));
    if (pointers.has(pointer)) continue;
    pointers.add(pointer);
    failures.push({ in: at.in, pointer, rule: 'schema', argument: true, field: at.field, text: message });
  }
  return undefined;
}
