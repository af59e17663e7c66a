import { checkDefaults } from './declaration/check-defaults.ts';
import { readFields } from './declaration/read-fields.ts';
import { LogicError, type Place } from './errors.ts';
import { suggestion } from './nearest/nearest.ts';
import { isObject, isPlainObject } from './rules/arguments.ts';
import { createAction } from './run/create-action.ts';
import { planSection, type SectionPlan } from './run/section-plan.ts';
import type { CompiledAction, CompiledLogic, Section } from './types.ts';

/**
 * Check a logic file and prepare its validation.
 *
 * Everything that can be wrong with a declaration is found here; the JSON Schemas are compiled on the first run of an action.
 *
 * @param logic - what the file exports
 * @param file - path for error messages
 * @throws {LogicError} `E_LOGIC_…`, naming file, action, section, field, rule and the way out
 */
export function compileLogic(logic: unknown, file?: string): CompiledLogic {
  const place: Place = { file };
  if (!isPlainObject(logic)) {
    throw new LogicError(
      'E_LOGIC_SHAPE',
      place,
      'must export an object of actions, such as { postAction: { body: { … } } }',
    );
  }
  const { params: shared, ...declared } = logic;
  if (shared !== undefined) readSection('params', shared, { ...place, section: 'params' });
  const actions = new Map<string, CompiledAction | undefined>();
  for (const [name, sections] of Object.entries(declared)) {
    checkName(name, place);
    actions.set(name, createAction(readAction(sections, shared, { ...place, action: name })));
  }
  const rest = createAction(readAction({}, shared, place));
  return {
    actions: [...actions.keys()],
    action: (name) => (actions.has(name) ? actions.get(name) : rest),
  };
}

// --- internal ---

/** In the order in which they are checked and reported. */
const SECTIONS: readonly Section[] = ['params', 'query', 'headers', 'body', 'files'];

const USUAL_ACTIONS = ['getAction', 'postAction', 'putAction', 'patchAction', 'deleteAction'];

function checkName(name: string, place: Place): void {
  if (/^.+Action$/.test(name)) return;
  const known = [...USUAL_ACTIONS, 'params'];
  const otherwise = SECTIONS.includes(name as Section)
    ? `; write it inside an action (only params can be shared by all)`
    : '; the keys are params and names of actions, which end in "Action"';
  throw new LogicError('E_LOGIC_ACTION', place, `"${name}" is not an action${suggestion(name, known, otherwise)}`);
}

function readAction(sections: unknown, shared: unknown, place: Place): SectionPlan[] {
  if (typeof sections === 'function') {
    throw new LogicError(
      'E_LOGIC_UNSUPPORTED',
      place,
      'a function is not supported yet; export the object of sections',
    );
  }
  if (!isPlainObject(sections)) {
    throw new LogicError('E_LOGIC_SHAPE', place, 'must be an object of sections, such as { body: { … } }');
  }
  for (const [name, section] of Object.entries(sections)) {
    if (!SECTIONS.includes(name as Section)) {
      const problem = `"${name}" is not a section${suggestion(name, SECTIONS, `; the sections are ${SECTIONS.join(', ')}`)}`;
      throw new LogicError('E_LOGIC_SECTION', place, problem);
    }
    if (section === undefined) {
      throw new LogicError('E_LOGIC_SHAPE', { ...place, section: name as Section }, 'is undefined; leave it out');
    }
  }
  const plans: SectionPlan[] = [];
  for (const section of SECTIONS) {
    const own = sections[section];
    const here = { ...place, section };
    const declared = section === 'params' && isObject(shared) && own !== undefined ? merge(shared, own, here) : own;
    // Only what is absent: a section that is null by mistake must not switch the checks off.
    const used = declared === undefined && section === 'params' ? shared : declared;
    if (used !== undefined) plans.push(readSection(section, used, here));
  }
  return plans;
}

function merge(shared: Record<string, unknown>, own: unknown, place: Place): unknown {
  refuseForeign(own, place);
  return isObject(own) ? { ...shared, ...own } : own;
}

function readSection(section: Section, declared: unknown, place: Place): SectionPlan {
  refuseForeign(declared, place);
  const object = readFields(declared, { place, unknown: UNKNOWN[section], lowerCase: section === 'headers' });
  checkDefaults(object, TEXT_SECTIONS.has(section), place);
  return planSection(section, object);
}

/** Clients choose the keys of query, body and files; the rule of the route chooses those of params; headers come from everywhere. */
const UNKNOWN = { params: 'keep', query: 'refuse', headers: 'strip', body: 'refuse', files: 'refuse' } as const;

const TEXT_SECTIONS: ReadonlySet<Section> = new Set(['params', 'query', 'headers']);

/** Forms of a section that are no rules. */
function refuseForeign(declared: unknown, place: Place): void {
  if (typeof declared === 'function') {
    throw new LogicError(
      'E_LOGIC_UNSUPPORTED',
      place,
      'a function is not supported yet; write the fields and their rules',
    );
  }
  if (!isObject(declared)) return;
  if ('~standard' in declared) {
    throw new LogicError(
      'E_LOGIC_UNSUPPORTED',
      place,
      'a Standard Schema is not supported yet; write the fields and their rules',
    );
  }
  if (typeof declared.type === 'string' || typeof declared.$schema === 'string') {
    throw new LogicError(
      'E_LOGIC_UNSUPPORTED',
      place,
      'a JSON Schema is not supported yet; write the fields and their rules',
    );
  }
}
