import { compileLogic, LogicError } from '@rest-gen/logic';
import { convertFields } from './convert-fields.ts';
import { convertMessages, namesIn, spreadMessages } from './convert-messages.ts';
import { placeOf } from './evaluate.ts';
import type { ConvertedField } from './field.ts';
import type { SourceFile, ThinkProject } from './find-files.ts';
import { planAction } from './plan-action.ts';
import { type LogicClass, type Member, readClass } from './read-class.ts';
import { runAction } from './run-action.ts';
import { type Leftover, toObject } from './value.ts';

/** A converted logic file. */
export interface ConvertedLogic {
  /** What `defineLogic` takes; undefined without a rule. */
  readonly logic: Record<string, unknown> | undefined;
  readonly fields: number;
  readonly left: readonly Leftover[];
}

/**
 * Convert a logic file of ThinkJS. The result is compiled: what it refuses is left out.
 *
 * @param controller - its name: `admin/user`
 * @param captured - names in the paths of the rules that lead to it
 */
export function convertLogic(
  file: SourceFile,
  project: ThinkProject,
  controller: string,
  captured: ReadonlySet<string>,
): ConvertedLogic {
  const left: Leftover[] = [];
  const logic = readClass(file, project.files, project.version, left);
  if (logic === undefined) return { logic: undefined, fields: 0, left };
  const names = [...logic.members.keys()].filter((name) => name.endsWith('Action'));
  left.push(...otherMembers(logic, names, file));
  const actions: ConvertedAction[] = [];
  for (const name of names) {
    const { node, file: own } = logic.members.get(name) as Member;
    const { allowed } = runAction(logic, name, firstMethod(name));
    for (const { key, method, note } of planAction(controller, name, allowed, names)) {
      const run = runAction(logic, name, method);
      left.push(...run.left);
      const isNoted = note !== undefined && (note.isAlways || run.rules.members.size > 0);
      if (isNoted) left.push({ ...placeOf(node, own.path), message: `${name}: ${note.text}` });
      if (key === undefined) continue;
      const fields = convertFields(run.rules, { action: key, method, version: logic.version, captured, left });
      actions.push({ key, fields, byRule: convertMessages(fields, run.messages, key, left) });
    }
  }
  const written = actions.filter(({ fields }) => fields.length > 0);
  const messages = shareMessages(written);
  keepValid(written, messages, left);
  const kept = written.filter(({ fields }) => fields.length > 0);
  const count = kept.reduce((sum, { fields }) => sum + fields.length, 0);
  return { logic: count === 0 ? undefined : toLogic(kept, messages), fields: count, left };
}

// --- internal ---

interface ConvertedAction {
  readonly key: string;
  readonly fields: ConvertedField[];
  readonly byRule: ReadonlyMap<string, string>;
}

/** What ThinkJS does for every action of a controller, and nothing here does. */
function otherMembers(logic: LogicClass, names: readonly string[], file: SourceFile): Leftover[] {
  const found: Leftover[] = [];
  for (const [name, { node, file: own }] of logic.members) {
    const at = placeOf(node, own.path);
    const hasBody = node.type === 'ClassMethod' && node.body.body.length > 0;
    if (['__after', '__call'].includes(name) && hasBody) found.push({ ...at, message: `${name} is not converted` });
    if (name === 'scope' && own === file) {
      const actions = names.length === 0 ? 'the logic has none' : `here of ${names.join(', ')}`;
      found.push({ ...at, message: `scope is part of all actions of the controller, ${actions}` });
    }
  }
  // A hook without an action runs before every action of the controller.
  if (names.length > 0) return found;
  const { rules, left } = runAction(logic, '', 'GET');
  const own = [...rules.members].map(([name, { at }]) => ({
    ...at,
    message: `${name} is a rule, but the logic has no action`,
  }));
  return [...found, ...left, ...own];
}

/** The method for which the allowed methods of an action are read. */
function firstMethod(name: string): string {
  return /^(?:get|index)Action$/.test(name) ? 'GET' : 'POST';
}

/** Texts by rule are those of the logic if all actions have the same, else of each field. */
function shareMessages(actions: readonly ConvertedAction[]): Record<string, string> {
  const shapes = new Set(actions.map(({ byRule }) => JSON.stringify([...byRule])));
  if (shapes.size !== 1) {
    for (const { fields, byRule } of actions) spreadMessages(fields, byRule);
    return {};
  }
  const all = actions.flatMap(({ fields }) => fields);
  const entries = [...(actions[0]?.byRule ?? [])].flatMap(([rule, text]) =>
    all.flatMap((field) => namesIn(field, rule)).map((name) => [name, text] as const),
  );
  return Object.fromEntries(entries);
}

function toLogic(actions: readonly ConvertedAction[], messages: Record<string, string>): Record<string, unknown> {
  const entries = actions.map(({ key, fields }) => {
    const sections = (['params', 'query', 'body', 'files'] as const).flatMap((section) => {
      const own = fields.filter((field) => field.section === section);
      return own.length === 0
        ? []
        : [[section, toObject(own.map(({ name, rules }) => [name, toObject(rules)]))] as const];
    });
    return [key, toObject(sections)] as const;
  });
  return { ...(Object.keys(messages).length > 0 && { messages: { '*': messages } }), ...toObject(entries) };
}

/** Leave out what the compiler of logics refuses, until it refuses nothing. */
function keepValid(actions: readonly ConvertedAction[], messages: Record<string, string>, left: Leftover[]): void {
  for (;;) {
    try {
      compileLogic(
        toLogic(
          actions.filter(({ fields }) => fields.length > 0),
          messages,
        ),
      );
      return;
    } catch (error) {
      if (!(error instanceof LogicError) || !removeRefused(error, actions, left)) throw error;
    }
  }
}

function removeRefused(error: LogicError, actions: readonly ConvertedAction[], left: Leftover[]): boolean {
  const { action = '', section, field: path = '', rule = '' } = error;
  const fields = actions.find(({ key }) => key === action)?.fields ?? [];
  const field = fields
    .filter((one) => one.section === section && path.startsWith(one.name))
    .sort((one, other) => other.name.length - one.name.length)[0];
  if (field === undefined) return false;
  const why = error.message.slice(`logic: ${[action, section, path].join('.')}: `.length);
  const isNested = path.includes('[]', field.name.length);
  const key = isNested ? 'children' : rule;
  const children = field.rules.get('children') as Record<string, unknown> | undefined;
  const { at, name } = field.from.get(key) ?? { at: field.at, name: rule };
  const place = [action, field.name, ...(isNested ? ['children'] : []), isNested ? rule : name]
    .filter(Boolean)
    .join('.');
  left.push({ ...at, message: `${place}: ${why}` });
  if (isNested && children !== undefined && Object.hasOwn(children, rule)) delete children[rule];
  else if (!field.rules.delete(key)) fields.splice(fields.indexOf(field), 1);
  removeText(field.rules.get('message'), key);
  return true;
}

/** A rule that is gone has no text. */
function removeText(texts: unknown, rule: string): void {
  if (typeof texts === 'object' && texts !== null) delete (texts as Record<string, unknown>)[rule];
}
