import { types } from 'node:util';
import type { KnownRules } from './declaration/known-rules.ts';
import { isWhole, parseSection, type SectionDeclaration } from './declaration/parse-section.ts';
import type { Environment } from './environment.ts';
import { LogicError, type Place } from './errors.ts';
import { recognizeForeign } from './foreign/parse-foreign.ts';
import { isObject, isPlainObject } from './is-object.ts';
import type { Texts } from './messages/write-message.ts';
import { suggestion } from './nearest.ts';
import { createAction } from './run/create-action.ts';
import { createDynamicAction } from './run/create-dynamic-action.ts';
import { SECTIONS, type Section } from './sections.ts';
import type { CompiledAction, LogicContext } from './types.ts';

/** The parts of a logic that apply to each of its actions. */
export interface ActionContext {
  readonly known: KnownRules;
  readonly place: Place;
  /** `params` of the logic. */
  readonly shared: unknown;
  readonly unknown: 'refuse' | 'strip';
  readonly texts: Texts;
}

/**
 * Parse and check an action; undefined when it declares nothing.
 *
 * @throws {LogicError} naming the place, the rule and the fix
 */
export function parseAction(declared: unknown, context: ActionContext): CompiledAction | undefined {
  const { place, texts } = context;
  if (typeof declared !== 'function') {
    checkSections(declared, place);
    if (![context.shared, ...Object.values(declared)].some(isFunction)) {
      const sections = parseSections(declared, context);
      return sections.length === 0 ? undefined : createAction(sections, texts);
    }
  }
  return createDynamicAction(
    (sources, { environment = {} }) => {
      const call = { ...sources, action: place.action ?? '', environment: environment as Environment };
      return allOf([evaluateSections(evaluate(declared, call), call), evaluate(context.shared, call)]);
    },
    (evaluated) => {
      const [sections, shared] = evaluated as Evaluated;
      return createAction(parseSections(sections, { ...context, shared }), texts);
    },
  );
}

// --- internal ---

/** The sections of an action, and the `params` of its logic, for one request. */
type Evaluated = readonly [sections: unknown, shared: unknown];

/** A function, except the types of ArkType, which are functions too. */
function isFunction(value: unknown): value is (context: unknown) => unknown {
  return typeof value === 'function' && recognizeForeign(value, 'section') === undefined;
}

/** Call the functions among sections; a promise if one of them is asynchronous. */
function evaluateSections(declared: unknown, context: LogicContext): unknown {
  if (types.isPromise(declared)) return declared.then((later) => evaluateSections(later, context));
  if (!isPlainObject(declared)) return declared;
  const names = Object.keys(declared);
  const fromForms = (forms: readonly unknown[]) => Object.fromEntries(forms.map((form, at) => [names[at], form]));
  const forms = allOf(Object.values(declared).map((form) => evaluate(form, context)));
  return forms instanceof Promise ? forms.then(fromForms) : fromForms(forms);
}

/** The result of a function, or the value itself. */
function evaluate(form: unknown, context: LogicContext): unknown {
  if (!isFunction(form)) return form;
  try {
    const made = form(context);
    return types.isPromise(made) ? made.then((later) => mustBe(later, context)) : mustBe(made, context);
  } catch (error) {
    // Otherwise a rejected promise next to a thrown error would be an unhandled rejection.
    return Promise.reject(error);
  }
}

function mustBe(made: unknown, { action }: LogicContext): unknown {
  if (made !== undefined) return made;
  const problem = 'the function returned nothing; return a declaration, or {} to allow no field';
  throw new LogicError('E_LOGIC_SHAPE', { action }, problem);
}

function allOf<T extends readonly unknown[]>(values: T): T | Promise<T> {
  return values.some((value) => types.isPromise(value))
    ? (Promise.all(values) as Promise<unknown> as Promise<T>)
    : values;
}

function checkSections(declared: unknown, place: Place): asserts declared is Record<string, unknown> {
  if (!isPlainObject(declared)) {
    throw new LogicError('E_LOGIC_SHAPE', place, 'must be an object of sections, such as { body: { … } }');
  }
  for (const [name, section] of Object.entries(declared)) {
    if (name !== 'unknown' && !SECTIONS.includes(name as Section)) {
      const problem = `"${name}" is not a section${suggestion(name, SECTIONS, `; the sections are ${SECTIONS.join(', ')}`)}`;
      throw new LogicError('E_LOGIC_SECTION', place, problem);
    }
    if (section === undefined) {
      const problem = 'is undefined; remove it';
      throw new LogicError(
        'E_LOGIC_SHAPE',
        name === 'unknown' ? place : { ...place, section: name as Section },
        problem,
      );
    }
  }
}

function parseSections(declared: unknown, context: ActionContext): SectionDeclaration[] {
  const { place, shared, known } = context;
  checkSections(declared, place);
  const unknown = parseUnknown(declared.unknown, context);
  const sections: SectionDeclaration[] = [];
  for (const section of SECTIONS) {
    const form = section === 'params' ? mergeParams(shared, declared.params) : declared[section];
    if (form === undefined) continue;
    sections.push(parseSection(section, form, { known, place: { ...place, section }, unknown: unknown[section] }));
  }
  // A copy, without the spare capacity of a list that has grown.
  return sections.slice();
}

/** Only fields can be merged with fields; any other form replaces the shared one. */
function mergeParams(shared: unknown, own: unknown): unknown {
  if (own === undefined) return shared;
  const mergeable = isObject(own) && isObject(shared) && isFields(own) && isFields(shared);
  return mergeable ? { ...shared, ...own } : own;
}

function isFields(form: object): boolean {
  return !isWhole(form) && recognizeForeign(form, 'section') === undefined;
}

function parseUnknown(declared: unknown, { unknown, place }: ActionContext): Record<Section, 'refuse' | 'strip'> {
  const modes = { params: unknown, query: unknown, headers: unknown, body: unknown, files: unknown };
  if (declared === undefined) return modes;
  const bySection = isObject(declared) ? declared : Object.fromEntries(SECTIONS.map((section) => [section, declared]));
  for (const [section, mode] of Object.entries(bySection)) {
    if (!SECTIONS.includes(section as Section)) {
      throw new LogicError('E_LOGIC_SECTION', place, `unknown names "${section}", which is not a section`);
    }
    if (mode === undefined) continue;
    if (mode !== 'refuse' && mode !== 'strip') {
      const problem = `unknown takes 'refuse', 'strip' or one of them by section, not ${JSON.stringify(mode)}`;
      throw new LogicError('E_LOGIC_ARGUMENT', place, problem);
    }
    modes[section as Section] = mode;
  }
  return modes;
}
