import { registerCompiler } from './compiler.ts';
import { checkProgramMessages, type KnownRules, knownRules } from './declaration/known-rules.ts';
import { LogicError, type Place } from './errors.ts';
import type { Messages } from './failure.ts';
import { isPlainObject } from './is-object.ts';
import { checkMessages, messagePaths } from './messages/check-messages.ts';
import { suggestion } from './nearest.ts';
import { parseAction } from './parse-action.ts';
import { SECTIONS, type Section } from './sections.ts';
import type { CompiledAction, CompiledLogic } from './types.ts';

/**
 * Check a logic file and prepare its validation.
 *
 * Everything that can be wrong with a declaration is found here; schemas are compiled on the first run of an action,
 * and what functions give is checked when they give it.
 *
 * @param logic - what the file exports
 * @param file - path for error messages
 * @throws {LogicError} `E_LOGIC_…`, naming file, action, section, field, rule and the fix
 *
 * @see docs/logic-express.md
 */
export function compileLogic(logic: unknown, file?: string): CompiledLogic {
  const place: Place = { file };
  if (!isPlainObject(logic)) {
    const problem = 'must export an object of actions, such as { postAction: { body: { … } } }';
    throw new LogicError('E_LOGIC_SHAPE', place, problem);
  }
  const { params, rules, unknown, messages, ...declared } = logic;
  const known = knownRules(rules, place);
  const context = {
    known,
    shared: params,
    unknown: parseUnknown(unknown, place),
    texts: checkTexts(messages, known, place),
  };
  const rest = parseAction({}, { ...context, place });
  const actions = new Map<string, CompiledAction | undefined>();
  for (const [name, sections] of Object.entries(declared)) {
    checkName(name, place);
    actions.set(name, parseAction(sections, { ...context, place: { ...place, action: name } }));
  }
  checkPaths(messages as Messages | undefined, [...actions.values(), rest], place);
  return {
    actions: [...actions.keys()],
    action: (name) => (actions.has(name) ? actions.get(name) : rest),
  };
}

registerCompiler({ compileLogic, checkProgramMessages, warmUp });

// --- internal ---

function warmUp(): void {
  const fields = { text: { required: true, string: true, length: { max: 1 } }, number: { int: true } };
  void compileLogic({ postAction: { body: fields } })
    .action('postAction')
    ?.run({ body: { text: 'a', number: 1 } });
}

const KEYS = ['params', 'rules', 'unknown', 'messages'];
const USUAL_ACTIONS = ['getAction', 'postAction', 'putAction', 'patchAction', 'deleteAction'];

function checkName(name: string, place: Place): void {
  if (/^.+Action$/.test(name)) return;
  const otherwise = SECTIONS.includes(name as Section)
    ? `; write it inside an action (only params can be shared by all)`
    : `; the keys are ${KEYS.join(', ')} and names of actions, which end in "Action"`;
  const problem = `"${name}" is not an action${suggestion(name, [...USUAL_ACTIONS, ...KEYS], otherwise)}`;
  throw new LogicError('E_LOGIC_ACTION', place, problem);
}

function parseUnknown(unknown: unknown, place: Place): 'refuse' | 'strip' {
  if (unknown === undefined || unknown === 'refuse' || unknown === 'strip') return unknown ?? 'refuse';
  throw new LogicError('E_LOGIC_ARGUMENT', place, `unknown takes 'refuse' or 'strip', not ${JSON.stringify(unknown)}`);
}

function checkTexts(messages: unknown, known: KnownRules, place: Place) {
  checkMessages(messages, known.failing, place);
  return { own: messages, custom: known.messages };
}

/** Messages for a field of no action would never be used. */
function checkPaths(
  messages: Messages | undefined,
  actions: readonly (CompiledAction | undefined)[],
  place: Place,
): void {
  const written = messagePaths(messages);
  if (written.length === 0) return;
  const lists = actions.map((action) => (action === undefined ? [] : action.paths()));
  const known = lists.filter((list) => list !== undefined);
  if (known.length < lists.length) return;
  const paths = [...new Set(known.flat())];
  const odd = written.find((path) => !paths.includes(path));
  if (odd === undefined) return;
  const otherwise = '; items of a list are written "*": "/tags/*"';
  const problem = `messages has a text for "${odd}", which is not a declared field${suggestion(odd, paths, otherwise)}`;
  throw new LogicError('E_LOGIC_ARGUMENT', place, problem);
}
