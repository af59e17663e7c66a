import { LogicError, type Place } from '../errors.ts';
import type { Failure } from '../failure.ts';
import { isObject, isPlainObject } from '../is-object.ts';
import { MOST_ERRORS } from '../refusal.ts';
import { copyJson } from '../rules/json.ts';
import { toPointer } from '../to-pointer.ts';
import { type ForeignCheck, type ForeignPlace, unnamedFailure, unsafeFailure } from './foreign-check.ts';
import { isNamed, type NamedMembers, namedMembers } from './named-members.ts';

/**
 * Use a Standard Schema (zod, Valibot, ArkType, …) for a section or field.
 *
 * The library receives a copy, so that it cannot change the input; its errors are passed on. Text is not coerced: the
 * library does that.
 *
 * @throws {LogicError} `E_LOGIC_SCHEMA` when the schema is not of version 1
 */
export function wrapStandardSchema(schema: unknown, place: Place): ForeignCheck {
  const standard = checkStandard((schema as { readonly '~standard': unknown })['~standard'], place);
  // A library may take long to convert.
  let input: { readonly members: NamedMembers | undefined } | undefined;
  const members = (): NamedMembers | undefined => {
    input ??= { members: membersOf(standard, 'input') };
    return input.members;
  };
  return {
    get names() {
      // The names of the output, since a transformation can rename members.
      const output = membersOf(standard, 'output');
      return isNamed('', output) === undefined ? undefined : output?.names;
    },
    get members() {
      return members();
    },
    checksAbsence: true,
    async: true,
    toJSONSchema: () => convert(standard, 'input'),
    run(value, { namedOnly }, at, failures) {
      const copied = copyJson(value);
      if (copied.problem !== undefined) {
        failures.push(unsafeFailure(copied, at));
        return undefined;
      }
      const take = (settled: Result): unknown => {
        const made = takeResult(settled, at, failures);
        if (namedOnly) failLeftOut(value, made, members(), at, failures);
        return made;
      };
      const result = standard.validate(copied.copy);
      return isPromise(result) ? Promise.resolve(result).then(take) : take(result);
    },
  };
}

// --- internal ---

/** The parts of the specification (version 1) that are used here. */
interface StandardProps {
  readonly version: 1;
  validate(value: unknown): Result | Promise<Result>;
  readonly jsonSchema?:
    | Readonly<Record<Side, (options: { target: 'draft-2020-12'; libraryOptions?: object }) => JsonDocument>>
    | undefined;
}

type Side = 'input' | 'output';
type JsonDocument = Record<string, unknown>;

interface Result {
  readonly value?: unknown;
  readonly issues?: readonly Issue[] | undefined;
}

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

function checkStandard(standard: unknown, place: Place): StandardProps {
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

function membersOf(standard: StandardProps, side: Side): NamedMembers | undefined {
  const schema = convert(standard, side, NAMES_ONLY);
  return schema && namedMembers(schema, schema);
}

/** Refuse members, at every depth, that the schema does not name and that the library has left out of its result. */
function failLeftOut(
  sent: unknown,
  made: unknown,
  members: NamedMembers | undefined,
  at: ForeignPlace,
  failures: Failure[],
): void {
  if (members === undefined) return;
  const below = (key: string | number, one: unknown, other: unknown): void =>
    failLeftOut(one, other, members.below(key), { ...at, pointer: at.pointer + toPointer([key]) }, failures);
  if (Array.isArray(sent) && Array.isArray(made) && sent.length === made.length) {
    for (const [index, item] of sent.entries()) below(index, item, made[index]);
  } else if (isPlainObject(sent) && isPlainObject(made)) {
    const isLeftOut = (name: string): boolean =>
      members.closed && !Object.hasOwn(made, name) && isNamed(name, members) === false;
    // A new member that is no default comes from a transform, which may have renamed members that the schema does not
    // name.
    const isNew = (name: string): boolean => !Object.hasOwn(sent, name) && !members.hasDefault(name);
    const isRefused = Object.keys(sent).some(isLeftOut) && !Object.keys(made).some(isNew);
    for (const [name, value] of Object.entries(sent)) {
      if (failures.length >= MOST_ERRORS) return;
      if (Object.hasOwn(made, name)) below(name, value, made[name]);
      else if (isRefused && isLeftOut(name)) failures.push(unnamedFailure(name, members, at));
    }
  }
}

/**
 * Options by which libraries convert what has no JSON Schema of its own, such as dates: the names are all that counts.
 */
const NAMES_ONLY = { unrepresentable: 'any', errorMode: 'ignore', fallback: ({ base }: { base: unknown }) => base };

function convert({ jsonSchema }: StandardProps, side: Side, libraryOptions?: object): JsonDocument | undefined {
  try {
    const options = { target: 'draft-2020-12', ...(libraryOptions && { libraryOptions }) } as const;
    // A copy, since libraries may cache the object.
    const text = JSON.stringify(jsonSchema?.[side](options));
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    // Not everything has a JSON Schema: transformations, dates, bigints.
    return undefined;
  }
}

function isPromise(result: Result | Promise<Result>): result is Promise<Result> {
  return typeof (result as Promise<Result> | undefined)?.then === 'function';
}

function takeResult(result: Result, at: ForeignPlace, failures: Failure[]): unknown {
  // A missing result must not pass.
  if (typeof result !== 'object' || result === null) throw new TypeError('A Standard Schema gave no result.');
  const { value, issues } = result;
  if (issues === undefined || issues === null) return value;
  const pointers = new Set<string>();
  if (issues.length === 0) failures.push({ ...at, rule: 'schema', argument: true, text: 'is not valid' });
  for (const { message, path = [] } of issues) {
    if (pointers.size >= MOST_ERRORS) break;
    // Not `map`: the paths of ArkType are a subclass of Array, for which `map` returns one item too many.
    const keys = Array.from(path, (part) => (typeof part === 'object' ? part.key : part));
    const pointer = at.pointer + toPointer(keys);
    if (pointers.has(pointer)) continue;
    pointers.add(pointer);
    failures.push({ in: at.in, pointer, rule: 'schema', argument: true, field: at.field, text: message });
  }
  return undefined;
}
