import type { ConvertedField } from './field.ts';
import { dataOf, type Leftover, type ObjectValue } from './value.ts';

/**
 * Add the texts of an action to its fields.
 *
 * @param messages - of ThinkJS: `{ required: '…', name: '…', mail: { email: '…' } }`
 * @returns the texts by rule, for all fields that have none of their own
 */
export function convertMessages(
  fields: readonly ConvertedField[],
  messages: ObjectValue,
  action: string,
  left: Leftover[],
): Map<string, string> {
  const byRule = new Map<string, string>();
  for (const { at, text } of messages.unknown)
    left.push({ ...at, message: `${action}: the messages ${text} are not constants of the file` });
  for (const [key, value] of messages.members) {
    const leave = (why: string) => left.push({ ...value.at, message: `${action}: the message of ${key}: ${why}` });
    const read = dataOf(value);
    const field = fields.find(({ name }) => name === key);
    const texts = 'unknown' in read ? read.unknown.text : read.data;
    if ('unknown' in read) leave(`${texts} is not a constant of the file`);
    else if (typeof texts === 'string') {
      const problem = refuseText(texts);
      const isRule = fields.some((one) => namesIn(one, key).length > 0);
      if (problem !== undefined) leave(problem);
      else if (field !== undefined) setText(field, texts);
      else if (isRule) byRule.set(key, texts);
      else leave(`the action has no field or rule ${key}`);
    } else if (field === undefined || typeof texts !== 'object' || texts === null)
      leave('it is not a text of a field or rule');
    else {
      for (const [rule, text] of Object.entries(texts)) {
        const names = namesIn(field, rule);
        const problem = typeof text === 'string' ? refuseText(text) : 'it is not a text';
        if (problem === undefined && names.length > 0) setTexts(field, names, text as string);
        else
          left.push({
            ...value.at,
            message: `${action}: the message of ${key}.${rule}: ${problem ?? 'the field does not have the rule'}`,
          });
      }
    }
  }
  return byRule;
}

/** Write texts by rule into the fields that have none for it. */
export function spreadMessages(fields: readonly ConvertedField[], byRule: ReadonlyMap<string, string>): void {
  for (const field of fields) {
    for (const [rule, text] of byRule) {
      const names = namesIn(field, rule);
      const own = field.rules.get('message');
      if (typeof own !== 'string')
        setTexts(
          field,
          names.filter((name) => !Object.hasOwn((own as object) ?? {}, name)),
          text,
        );
    }
  }
}

/** The names here of a rule of ThinkJS in a field; ThinkJS has one text for all conditions. */
export function namesIn({ from }: ConvertedField, rule: string): string[] {
  return [...from].flatMap(([key, { name }]) =>
    name === rule || (rule === 'required' && name.startsWith('required')) ? [key] : [],
  );
}

// --- internal ---

function refuseText(text: string): string | undefined {
  const placeholder = /\{(?!name\}|args\})\w*\}/.exec(text)?.[0];
  return placeholder && `it has ${placeholder}; the placeholders are {name} and {args}`;
}

function setText({ rules }: ConvertedField, text: string): void {
  rules.set('message', text);
  const children = rules.get('children') as Record<string, unknown> | undefined;
  if (children !== undefined) children.message = text;
}

function setTexts({ rules }: ConvertedField, names: readonly string[], text: string): void {
  if (names.length === 0) return;
  const texts = Object.fromEntries(names.map((name) => [name, text]));
  rules.set('message', { ...(rules.get('message') as object | undefined), ...texts });
}
