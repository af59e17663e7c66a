import { posix } from 'node:path';
import { exportedNode } from '../files/edit-source.ts';
import { evaluate, placeOf, textOf } from './evaluate.ts';
import type { SourceFile } from './find-files.ts';
import { type ClassMember, type ClassNode, type Expression, nameOf, type Statement } from './syntax.ts';
import type { Leftover, Value } from './value.ts';

/** A member of a logic class, with its file. */
export interface Member {
  readonly node: ClassMember;
  readonly file: SourceFile;
}

/** A logic class with what it inherits from the classes of the project. */
export interface LogicClass {
  readonly members: ReadonlyMap<string, Member>;
  readonly version: 2 | 3;
}

/**
 * Find the logic class that a file exports, and the base classes in other files.
 *
 * @param left - gets what the file has besides the class
 * @returns undefined when the file has no class
 */
export function readClass(
  file: SourceFile,
  files: ReadonlyMap<string, SourceFile>,
  version: 2 | 3,
  left: Leftover[],
  seen: readonly string[] = [],
): LogicClass | undefined {
  const node = exportedNode(file.program.body)?.node;
  const at = { file: file.path, line: node?.loc?.start.line ?? 1 };
  if (node?.type !== 'ClassDeclaration' && node?.type !== 'ClassExpression') {
    if (file.program.body.length > 0) left.push({ ...at, message: 'the file does not export a logic class' });
    return undefined;
  }
  left.push(...otherStatements(file, node as ClassNode));
  const base = readBase(node as ClassNode, file, files, version, left, [...seen, file.path]);
  const members = new Map(base.members);
  for (const member of (node as ClassNode).body.body) {
    const key = 'key' in member ? nameOf(member.key as Expression, 'computed' in member && member.computed) : undefined;
    const decorators = 'decorators' in member ? (member.decorators ?? []) : [];
    for (const decorator of decorators) {
      const text = textOf(decorator, file.source);
      left.push({ ...placeOf(decorator, file.path), message: `${key}: ${text} is not converted` });
    }
    // Beside a setter, the getter of the name has the rules.
    if (member.type === 'ClassMethod' && member.kind === 'set') continue;
    if (key !== undefined) members.set(key, { node: member, file });
    else left.push({ ...placeOf(member, file.path), message: `${textOf(member, file.source)} is not converted` });
  }
  return { members, version: base.version };
}

/** The constants of a file, by name; each is read when it is used. */
export function constantsOf(file: SourceFile): (name: string) => Value | undefined {
  const nodes = new Map<string, Expression>();
  for (const statement of file.program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue;
    for (const { id, init } of declaration.declarations) {
      if (id.type === 'Identifier' && init) nodes.set(id.name, init);
    }
  }
  const read = new Map<string, Value | undefined>();
  const constant = (name: string): Value | undefined => {
    const node = nodes.get(name);
    if (node === undefined) return undefined;
    if (!read.has(name)) {
      // A constant that needs itself has no value.
      read.set(name, undefined);
      const names = { file: file.path, source: file.source, constant, member: () => undefined };
      read.set(name, evaluate(node, names));
    }
    return read.get(name);
  };
  return constant;
}

// --- internal ---

/** Statements with an effect, such as the declaration of a rule. */
function otherStatements(file: SourceFile, node: ClassNode): Leftover[] {
  return file.program.body.flatMap((statement) => {
    const isClass = (statement.start ?? 0) <= (node.start ?? 0) && (statement.end ?? 0) >= (node.end ?? 0);
    if (isClass || statement.type !== 'ExpressionStatement') return [];
    const text = textOf(statement, file.source);
    if (/^(?:module\.)?exports\b|^['"]use strict/.test(text)) return [];
    return [{ ...placeOf(statement, file.path), message: `${text} is not converted` }];
  });
}

function readBase(
  node: ClassNode,
  file: SourceFile,
  files: ReadonlyMap<string, SourceFile>,
  version: 2 | 3,
  left: Leftover[],
  seen: readonly string[],
): LogicClass {
  const { superClass } = node;
  const text = superClass ? textOf(superClass, file.source) : '';
  const none = { members: new Map<string, Member>(), version };
  if (text === 'think.logic.base' || text === 'think.logic') return { ...none, version: 2 };
  if (text === 'think.Logic' || superClass?.type !== 'Identifier') return { ...none, version: text ? 3 : version };
  const stem = file.program.body.map((statement) => importOf(statement, superClass.name)).find(Boolean);
  const path = stem?.startsWith('.') ? posix.join(posix.dirname(file.path), stem) : '';
  const base = [path, `${path}.js`, `${path}.ts`, `${path}/index.js`, `${path}/index.ts`]
    .map((one) => files.get(one))
    .find(Boolean);
  const read = base && !seen.includes(base.path) ? readClass(base, files, version, [], seen) : undefined;
  if (read) return read;
  const message = `extends ${text}, whose rules are not known: it is not a logic file of the project`;
  if (superClass.name !== 'Logic') left.push({ ...placeOf(superClass, file.path), message });
  return none;
}

/** The module that a statement imports as a name. */
function importOf(statement: Statement, name: string): string | undefined {
  if (statement.type === 'ImportDeclaration')
    return statement.specifiers.some(({ local }) => local.name === name) ? statement.source.value : undefined;
  if (statement.type !== 'VariableDeclaration') return undefined;
  for (const { id, init } of statement.declarations) {
    if (id.type !== 'Identifier' || id.name !== name || init?.type !== 'CallExpression') continue;
    const [first] = init.arguments;
    if (first?.type === 'StringLiteral') return first.value;
  }
  return undefined;
}
