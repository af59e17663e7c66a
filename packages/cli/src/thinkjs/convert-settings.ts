import { exportedNode } from '../files/edit-source.ts';
import { evaluate, placeOf, textOf } from './evaluate.ts';
import type { SourceFile } from './find-files.ts';
import { constantsOf } from './read-class.ts';
import type { Leftover } from './value.ts';

/**
 * List the rules and texts of a whole ThinkJS program, which are not converted: `config/validator.js`, the keys
 * `validate_…` of `config/locale`, and calls of `think.validate` in `bootstrap`.
 */
export function convertSettings(file: SourceFile): Leftover[] {
  const calls = file.program.body.flatMap((statement) => {
    const text = textOf(statement, file.source);
    if (!/^think\.(?:validate|validator\.rule|Validator\.addRule)\(/.test(text)) return [];
    return [{ ...placeOf(statement, file.path), message: `${shorten(text)}: write the rule with defineRule` }];
  });
  const node = exportedNode(file.program.body)?.node;
  const isValue = node !== undefined && node.type === 'ObjectExpression';
  if (!isValue || file.path.includes('/bootstrap/')) return calls;
  const none = () => undefined;
  const names = { file: file.path, source: file.source, constant: constantsOf(file), member: none };
  const value = evaluate(node, names);
  if (value.kind !== 'object') return calls;
  const isLocale = file.path.includes('/locale/');
  const found = [...value.members].flatMap(([name, one]) => {
    if (isLocale) return name.startsWith('validate_') ? [{ ...one.at, message: `the text ${name}: ${TEXTS}` }] : [];
    if (one.kind !== 'object') return [{ ...one.at, message: `${name} is not an object` }];
    const why = name === 'messages' ? TEXTS : 'write the rule with defineRule';
    return [...one.members].map(([key, { at }]) => ({ ...at, message: `${name}.${key}: ${why}` }));
  });
  return [...calls, ...found];
}

// --- internal ---

const TEXTS = 'set it in messages of the program or of a logic';

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
