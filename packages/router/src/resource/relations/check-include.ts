import { inspect } from 'node:util';
import { isPlainObject, nearest } from '@rest-gen/logic/common';
import type { IncludeDeclaration } from '@rest-gen/model/core';
import { StartError } from '../../core/errors.ts';
import { RESERVED } from '../list/parameter-names.ts';

/** What declares relations, for errors. */
export interface IncludeOwner {
  readonly code: 'E_CONTROLLER_STATIC' | 'E_POLICY_EXPORT';
  /** Before the name of the member: `static `. */
  readonly prefix: string;
  readonly file: string | undefined;
}

/**
 * Check the form of `static include`, and of `relations` of a policy; whether there are such tables and columns is seen when the store is asked.
 *
 * @param member - the name in errors: `include.comments.include`
 * @throws {StartError} with the code of the owner
 */
export function checkInclude(include: unknown, owner: IncludeOwner, member = 'include', level = 1): void {
  if (include === undefined) return;
  if (level > MAX_LEVELS) throw tooDeep(member, owner);
  if (!isPlainObject(include)) throw wrongValue(member, include, 'an object, such as { author: true }', owner);
  for (const [name, declaration] of Object.entries(include)) {
    if (!/^[A-Za-z]\w*$/.test(name))
      throw wrongName(member, name, 'A name begins with a letter, and has letters, digits and underscores.', owner);
    if (RESERVED_NAMES.has(name))
      throw wrongName(member, name, 'It is the name of a query parameter: choose another one.', owner);
    checkDeclaration(declaration, owner, `${member}.${name}`, level);
  }
}

// --- internal ---

/** Parameters of lists, and what a filter can have in the place of a field. */
const RESERVED_NAMES: ReadonlySet<string> = new Set([...RESERVED, 'include', 'q', 'or', 'and']);

/** Records of one list that can be included. */
const MAX_RECORDS = 1_000;
/** An object that contains itself has no end. */
const MAX_LEVELS = 10;

type Test = readonly [test: (value: unknown) => boolean, expected: string];

const NAME: Test = [(value) => typeof value === 'string' && value !== '', 'a name'];
const NAMES: Test = [
  (value) => [value].flat().length > 0 && [value].flat().every(NAME[0]),
  "names, such as 'id,name' or ['id', 'name']",
];

/** What each option of a relation has to be; `include` is checked in the same way as the whole. */
const OPTIONS: Readonly<Record<string, Test>> = {
  table: NAME,
  key: NAMES,
  otherKey: NAMES,
  one: [(value) => typeof value === 'boolean', 'true or false'],
  through: NAME,
  with: NAMES,
  count: NAME,
  where: [isPlainObject, 'a filter, such as { open: true }'],
  fields: NAMES,
  max: [
    (value) => Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= MAX_RECORDS,
    'a whole number from 1 to 1,000',
  ],
  order: [NAMES[0], "fields, such as '-id'"],
  write: [(value) => typeof value === 'boolean', 'true or false'],
  include: [isPlainObject, 'an object, such as { author: true }'],
};

/** A number has no records to show. */
const COUNT_OPTIONS: ReadonlySet<string> = new Set(['count', 'key', 'otherKey', 'through', 'where']);

/** One record has none of these. */
const LIST_OPTIONS: readonly string[] = ['through', 'with', 'max', 'order', 'write'];

/** What is said of a table between two others. */
const LINK_OPTIONS: Readonly<Record<string, string>> = {
  otherKey: 'otherKey is a column of the table between two others: add through, or write key.',
  with: 'with names columns of the table between two others: add through, or write fields.',
};

function checkDeclaration(declaration: unknown, owner: IncludeOwner, member: string, level: number): void {
  if (declaration === true) return;
  if (!isPlainObject(declaration))
    throw wrongValue(member, declaration, "true, or an object such as { table: 'user', fields: 'id,name' }", owner);
  const { count, include, one, through } = declaration as Exclude<IncludeDeclaration, boolean>;
  const refuse = (what: string, hint: string): StartError =>
    new StartError(owner.code, `${owner.prefix}${member} has ${what}`, { file: owner.file, hint });
  for (const [name, value] of Object.entries(declaration)) {
    if (value === undefined) continue;
    const test = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
    if (test === undefined) throw unknownOption(member, name, owner);
    if (!test[0](value)) throw wrongValue(`${member}.${name}`, value, test[1], owner);
    if (count !== undefined && !COUNT_OPTIONS.has(name)) {
      const hint = `A relation with count is a number: with it, write only ${[...COUNT_OPTIONS].slice(1).join(', ')}.`;
      throw refuse(`"count" and "${name}"`, hint);
    }
  }
  const options = declaration as Readonly<Record<string, unknown>>;
  const isGiven = (name: string): boolean => options[name] !== undefined;
  const wrong = one === true ? LIST_OPTIONS.find(isGiven) : undefined;
  if (wrong !== undefined)
    throw refuse(
      `"one" and "${wrong}"`,
      `A relation with one: true is one record or null: take "${wrong}" out, or "one".`,
    );
  const lone = through === undefined ? Object.keys(LINK_OPTIONS).find(isGiven) : undefined;
  if (lone !== undefined) throw refuse(`"${lone}" without "through"`, LINK_OPTIONS[lone] as string);
  checkInclude(include, owner, `${member}.include`, level + 1);
}

function wrongName(member: string, name: string, hint: string, owner: IncludeOwner): StartError {
  return new StartError(owner.code, `${owner.prefix}${member} names a relation "${name}"`, { file: owner.file, hint });
}

function tooDeep(member: string, owner: IncludeOwner): StartError {
  return new StartError(owner.code, `${owner.prefix}${member} is nested too deeply`, {
    file: owner.file,
    hint: `There are at most ${MAX_LEVELS} levels; an object must not contain itself.`,
  });
}

function unknownOption(member: string, name: string, owner: IncludeOwner): StartError {
  const meant = nearest(name, Object.keys(OPTIONS));
  return new StartError(owner.code, `${owner.prefix}${member} has the unknown option "${name}"`, {
    file: owner.file,
    hint: meant === undefined ? `The options are ${Object.keys(OPTIONS).join(', ')}.` : `Did you mean "${meant}"?`,
  });
}

function wrongValue(member: string, value: unknown, expected: string, owner: IncludeOwner): StartError {
  return new StartError(owner.code, `${owner.prefix}${member} is ${inspect(value, { depth: 0 })}`, {
    file: owner.file,
    hint: `It has to be ${expected}.`,
  });
}
