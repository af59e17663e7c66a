import { exportedNode } from '../files/edit-source.ts';
import type { Rule } from '../files/router-file.ts';
import { evaluate, placeOf } from './evaluate.ts';
import type { SourceFile } from './find-files.ts';
import { constantsOf } from './read-class.ts';
import { dataOf, type Leftover, type Value, writeData } from './value.ts';

/** The REST rules of a list, and the names in their paths by controller. */
export interface ConvertedRules {
  readonly rules: Rule[];
  /** Controllers that rules name; undefined for a rule whose path names it. */
  readonly captures: { readonly controller: string | undefined; readonly names: readonly string[] }[];
  readonly left: Leftover[];
}

/** Read the rules that are marked `rest` from `config/router` of ThinkJS. They stay as they are written. */
export function convertRouter(file: SourceFile): ConvertedRules {
  const converted: ConvertedRules = { rules: [], captures: [], left: [] };
  const { left } = converted;
  const node = exportedNode(file.program.body)?.node;
  if (node === undefined || node.type === 'ClassDeclaration' || node.type === 'FunctionDeclaration') {
    if (file.program.body.length > 0)
      left.push({ file: file.path, line: 1, message: 'the file does not export a list of rules' });
    return converted;
  }
  const none = () => undefined;
  const names = { file: file.path, source: file.source, constant: constantsOf(file), member: none };
  const list = evaluate(node as Parameters<typeof evaluate>[0], names);
  if (list.kind === 'list') for (const item of list.items) addItem(item, converted);
  else if (list.kind === 'object' && list.unknown.length === 0)
    for (const group of list.members.values()) addItem(group, converted);
  else left.push({ ...placeOf(node, file.path), message: 'the list of rules has more than constants of the file' });
  return converted;
}

// --- internal ---

function addItem(item: Value, { rules, captures, left }: ConvertedRules): void {
  const read = dataOf(item);
  if ('unknown' in read) left.push({ ...item.at, message: `${read.unknown.text} is not a constant of the file` });
  else if (Array.isArray(read.data)) {
    const rule = checkRule(read.data, item, left);
    if (rule === undefined) return;
    captures.push(captureOf(read.data));
    rules.push({ pattern: rule, text: rule });
  } else if (item.kind === 'object' && item.members.get('rules')?.kind === 'list')
    addGroup(item, { rules, captures, left });
  else left.push({ ...item.at, message: `${writeData(read.data)} is not a rule` });
}

function addGroup(group: Extract<Value, { kind: 'object' }>, { rules, captures, left }: ConvertedRules): void {
  const inner: ConvertedRules = { rules: [], captures, left };
  const list = group.members.get('rules');
  for (const item of list?.kind === 'list' ? list.items : []) addItem(item, inner);
  const match = group.members.get('match');
  const data = match && dataOf(match);
  if (inner.rules.length === 0) return;
  if (data === undefined || 'unknown' in data) rules.push(...inner.rules);
  else {
    const text = `{ match: ${writeData(data.data)}, rules: [${inner.rules.map(({ pattern }) => pattern).join(', ')}] }`;
    rules.push({ pattern: text, text });
  }
}

/** @returns the rule as it is written here */
function checkRule(rule: readonly unknown[], { at }: Value, left: Leftover[]): string | undefined {
  const text = rule.length === 0 ? '[]' : `[${rule.map((part) => writeData(part)).join(', ')}]`;
  const leave = (why: string): undefined => {
    left.push({ ...at, message: `${text} ${why}` });
  };
  const [pattern] = rule;
  if (!rule.slice(1, 4).includes('rest')) return leave('is not marked rest: write a route of Express');
  const source = pattern instanceof RegExp ? pattern.source : String(pattern);
  if (/^\^(?!\\?\/|\(|\[)/.test(source) || (typeof pattern === 'string' && !pattern.startsWith('/')))
    return leave('does not begin with a slash, as paths of Express do');
  if (pattern instanceof RegExp && !/^\^.*\$$/s.test(source)) {
    const message = `${text} matches the whole path here; add { match: 'search' } if it has to match a part`;
    left.push({ ...at, message });
  }
  return text;
}

function captureOf(rule: readonly unknown[]): ConvertedRules['captures'][number] {
  const [pattern, second] = rule;
  const path = typeof pattern === 'string' ? pattern : '';
  const groups = pattern instanceof RegExp ? pattern.source.matchAll(/\(\?<(\w+)>/g) : path.matchAll(/:(\w+)/g);
  const target = second === 'rest' || typeof second !== 'string' ? undefined : second;
  const literal = path
    .split('/')
    .filter((part) => part !== '' && !part.includes(':'))
    .join('/');
  const [controller = '', query = ''] = (target ?? literal).split('?', 2);
  const names = [
    ...[...groups].map(([, name]) => String(name)),
    ...[...query.matchAll(/(\w+)=/g)].map(([, name]) => String(name)),
  ];
  return { controller: controller.includes(':') ? undefined : controller.replace(/^\//, ''), names };
}
