import { type Code, type List, readCode, readValue } from './read-value.ts';

/**
 * Find the list that a module exports as its value.
 *
 * Found are `export default`, `export { x as default }`, `export =` and `module.exports =` of a list, of `defineRules(list)`, of a
 * list `as` or `satisfies` a type, and of a name defined above. Nothing is guessed beyond that.
 *
 * @param file - name of the file; its extension says whether it is TypeScript
 * @returns the list with its offsets, or `undefined` when there is none, more than one, or brackets and quotes do not close
 */
export function findList(source: string, file: string): List | undefined {
  const code = readCode(source, file);
  if (code === undefined) return undefined;
  const exported = topLevel(code).flatMap((at) => exportedValue(code, at) ?? []);
  return exported.length === 1 ? exported[0]?.() : undefined;
}

// --- internal ---

/** Gives a list when it is asked for. */
type Value = () => List | undefined;

/** The indexes of the tokens that are in no brackets. */
function topLevel({ tokens }: Code): number[] {
  const found: number[] = [];
  for (let at = 0; at < tokens.length; at = (tokens[at]?.close ?? at) + 1) found.push(at);
  return found;
}

/** What a statement makes the value of its module. */
function exportedValue(code: Code, at: number): Value | undefined {
  const { tokens } = code;
  if (!isStart(code, at)) return undefined;
  const text = (index: number) => tokens[index]?.text;
  if (text(at) === 'export') {
    if (text(at + 1) === 'default' || (text(at + 1) === '=' && code.isTypeScript))
      return () => expression(code, at + 2);
    const close = text(at + 1) === '{' ? tokens[at + 1]?.close : undefined;
    return close === undefined || text(close + 1) === 'from' ? undefined : exportedName(code, at + 2, close);
  }
  const equals = tokens.findIndex(({ text }, index) => index >= at && text === '=');
  const left = tokens.slice(at, equals === -1 ? at : equals).map((token) => token.text);
  return EXPORTS.has(left.join('')) ? () => expression(code, equals + 1) : undefined;
}

const EXPORTS: ReadonlySet<string> = new Set(['module.exports', 'exports.default', 'module.exports.default']);

/** Whether a statement that is run in any case can begin at a token. */
function isStart({ tokens }: Code, at: number): boolean {
  const before = tokens[at - 1];
  if (before === undefined || /^[;}]$/.test(before.text)) return true;
  if (tokens[at]?.isFirst !== true || /^(?:else|do)$/.test(before.text)) return false;
  if (before.text !== ')') return before.type !== 'Punctuator' || before.text === ']';
  const open = tokens.findIndex(({ close }) => close === at - 1);
  return !/^(?:if|for|while|with)$/.test(tokens[open - 1]?.text ?? '');
}

/** `x as default` between braces. */
function exportedName(code: Code, from: number, to: number): Value | undefined {
  const names = code.tokens.slice(from, to).map(({ text }) => text);
  const as = names.findIndex((text, index) => text === 'as' && /^(['"]?)default\1$/.test(names[index + 1] ?? ''));
  return as < 1 ? undefined : () => definition(code, names[as - 1] as string);
}

function expression(code: Code, at: number, depth = 0): List | undefined {
  const value = readValue(code, at, (name) => definition(code, name, depth));
  return value && isEnd(code, value.next) ? value.list : undefined;
}

/** Whether an expression is complete at a token: nothing else is done with its value. */
function isEnd({ tokens }: Code, at: number): boolean {
  const token = tokens[at];
  if (token === undefined || /^[;,]$/.test(token.text)) return true;
  return token.isFirst && token.type === 'IdentifierName' && !/^(?:in|instanceof)$/.test(token.text);
}

/** The list that a name is defined as; names that refer to each other in a circle end somewhere. */
function definition(code: Code, name: string, depth = 0): List | undefined {
  const { tokens } = code;
  const at = topLevel(code).find(
    (index) => tokens[index]?.text === name && /^(?:const|let|var|,)$/.test(tokens[index - 1]?.text ?? ''),
  );
  if (at === undefined || depth === 8) return undefined;
  const end = topLevel(code).find((index) => index > at && /^(?:=|;)$/.test(tokens[index]?.text ?? ''));
  const isTyped = tokens[at + 1]?.text === ':' || tokens[at + 1]?.text === '=';
  return end !== undefined && isTyped && tokens[end]?.text === '=' ? expression(code, end + 1, depth + 1) : undefined;
}
