import { nearest } from '@rest-gen/logic/common';
import { ACTIONS } from '../core/actions.ts';
import type { LoadedController } from '../core/contracts/project.ts';
import { StartError } from '../core/errors.ts';

/** A member whose name looks like a typo: it has no effect. */
export interface Misspelled {
  readonly name: string;
  readonly meant: string;
  readonly isStatic: boolean;
  /** It is certainly a mistake, or one that would open what it was meant to close. */
  readonly isCertain: boolean;
  /** The class that declares it, the controller or one above it. */
  readonly declaredBy: string;
  readonly file: string | undefined;
  readonly controller: string;
}

/** The names that a class may give a meaning to. Others are its own. */
const HOOKS = ['__before', '__after', '__call'];
/** What checks or changes records before they are stored: `addRecords` was `addRecord`, which nothing calls any more. */
const WRITE_HOOKS = ['beforeWrite', 'afterWrite', 'afterCommit', 'addRecords'];
/** Without these a request is not checked, or a field is shown: everything near them stops the start. */
const GUARDING_HOOKS = ['__before', '__after'];
const GUARDING_STATICS = ['hidden', 'filterable', 'sortable', 'requirePrecondition'];

/** Members of every class: `name` is one letter from `names`. */
const OF_FUNCTIONS = ['length', 'name', 'prototype'];

/** The names of static members that mean something, and the classes of this package. */
export interface KnownMembers {
  readonly statics: readonly string[];
  readonly bases: readonly unknown[];
}

/** Find the members of controllers and of their base classes that look like typos; each class is read once. */
export function misspelledMembers(
  controllers: Iterable<LoadedController>,
  { statics, bases }: KnownMembers,
): Misspelled[] {
  const read = new Set<unknown>([...bases, Function.prototype]);
  const found: Misspelled[] = [];
  for (const { name: controller, Class, file } of controllers) {
    for (let part: unknown = Class; typeof part === 'function' && !read.has(part); part = Object.getPrototypeOf(part)) {
      read.add(part);
      const about = { controller, declaredBy: part.name, file: part === Class ? file : undefined };
      for (const name of methodsOf(part)) {
        const meant = meantMethod(name);
        if (meant !== undefined) found.push({ ...about, ...meant, name, isStatic: false });
      }
      for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(part))) {
        const meant = typeof value === 'function' ? undefined : meantStatic(name, statics);
        if (meant !== undefined) found.push({ ...about, ...meant, name, isStatic: true });
      }
    }
  }
  return found;
}

/** @returns a {@link StartError} `E_CONTROLLER_MEMBER` for each member that is certainly misspelled */
export function checkMembers(controllers: Iterable<LoadedController>, members: KnownMembers): StartError[] {
  return misspelledMembers(controllers, members)
    .filter(({ isCertain }) => isCertain)
    .map(
      (member) =>
        new StartError('E_CONTROLLER_MEMBER', describeMember(member), {
          file: member.file,
          hint: `Write ${member.meant}.`,
        }),
    );
}

/** `the controller "post" has static hiden, which means nothing; did you mean hidden?` */
export function describeMember({ name, meant, isStatic, declaredBy, file, controller }: Misspelled): string {
  const owner =
    file === undefined && declaredBy !== ''
      ? `the class ${declaredBy} of the controller "${controller}"`
      : `the controller "${controller}"`;
  return `${owner} has ${isStatic ? 'static ' : ''}${name}${isStatic ? '' : '()'}, which means nothing; did you mean ${meant}?`;
}

// --- internal ---

type Meant = Pick<Misspelled, 'meant' | 'isCertain'> | undefined;

function methodsOf(part: { prototype?: unknown }): string[] {
  const { prototype } = part;
  if (typeof prototype !== 'object' || prototype === null) return [];
  return Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, { value }]) =>
    typeof value === 'function' ? [name] : [],
  );
}

function meantMethod(name: string): Meant {
  if (HOOKS.includes(name) || ACTIONS.includes(name) || WRITE_HOOKS.includes(name)) return undefined;
  const lower = name.toLowerCase();
  const writeHook = WRITE_HOOKS.find((one) => one.toLowerCase() === lower) ?? nearest(name, WRITE_HOOKS, 1);
  if (writeHook !== undefined) return { meant: writeHook, isCertain: true };
  if (name.startsWith('_')) {
    const hook = nearest(name, HOOKS);
    return hook === undefined ? undefined : { meant: hook, isCertain: GUARDING_HOOKS.includes(hook) };
  }
  const singular = lower.replace(/actions$/, 'action');
  const action = ACTIONS.find((one) => one.toLowerCase() === singular);
  if (action !== undefined) return { meant: action, isCertain: true };
  const bare = HOOKS.find((hook) => hook === `__${lower}`);
  if (bare !== undefined) return { meant: bare, isCertain: false };
  // Another letter makes another word (setAction, batchAction); one too many, too few or swapped is a slip.
  const near = nearest(name, ACTIONS, 1);
  const isSlip = near !== undefined && (near.length !== name.length || lettersOf(near) === lettersOf(name));
  return isSlip ? { meant: near, isCertain: false } : undefined;
}

function meantStatic(name: string, known: readonly string[]): Meant {
  if (known.includes(name) || OF_FUNCTIONS.includes(name)) return undefined;
  const same = known.find((one) => one.toLowerCase() === name.toLowerCase().replaceAll('_', ''));
  if (same !== undefined) return { meant: same, isCertain: true };
  const guard = nearest(name, GUARDING_STATICS);
  if (guard !== undefined) return { meant: guard, isCertain: true };
  const near = nearest(name, known, 1);
  return near === undefined ? undefined : { meant: near, isCertain: near === 'actions' };
}

function lettersOf(name: string): string {
  return [...name.toLowerCase()].sort().join('');
}
