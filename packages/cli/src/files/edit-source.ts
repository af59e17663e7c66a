import { parse } from '@babel/parser';

/** Lines to add at the end of a block, and imports that they need. */
export interface Insertion {
  readonly lines: readonly string[];
  readonly imports?: readonly string[];
}

/** A controller or logic file that members can be added to. */
export interface EditableSource {
  /** The class extends `Controller` itself, so it lacks the methods of the base class of the project. */
  readonly isPlain: boolean;
  /** Names of the members of the class or of the declaration. */
  readonly members: ReadonlySet<string>;
  /** Names that the file imports or declares at its top. */
  readonly names: ReadonlySet<string>;
  /** The imports of the file: local name → module. */
  readonly imports: ReadonlyMap<string, string>;
  add(insertion: Insertion): string;
}

/** Line and column, from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Replaces the text between two offsets. */
export type Edit = readonly [from: number, to: number, text: string];

export type File = ReturnType<typeof parse>;
type Statement = File['program']['body'][number];
export type Declaration = Extract<Statement, { type: 'ExportDefaultDeclaration' }>['declaration'];
export type Block = Extract<Declaration, { type: 'ArrayExpression' | 'ObjectExpression' }>;
/** The part of every node that is used. */
export type Node = Pick<Statement, 'start' | 'end' | 'loc'> & { readonly type: string };

/**
 * Find the class that a controller exports, or the object in the `defineLogic({ … })` of a logic.
 *
 * @returns undefined when the file does not parse, exports something else, or declares the type of the logic
 */
export function editSource(source: string, kind: 'controller' | 'logic'): EditableSource | undefined {
  const statements = parseSource(source)?.program.body ?? [];
  const { node, isTyped } = exportedNode(statements) ?? {};
  const isClass = node?.type === 'ClassDeclaration' || node?.type === 'ClassExpression';
  const block = kind === 'logic' ? argumentOf(node, 'defineLogic') : isClass ? node.body : undefined;
  if ((block?.type !== 'ClassBody' && block?.type !== 'ObjectExpression') || isTyped) return undefined;
  const members: readonly Node[] = block.type === 'ClassBody' ? block.body : block.properties;
  const imports = new Map(statements.flatMap(importsOf));
  const top = statements[0]?.start ?? 0;
  return {
    isPlain: isClass && node.superClass?.type === 'Identifier' && node.superClass.name === 'Controller',
    members: new Set(members.flatMap((member) => keyOf(member) ?? [])),
    names: new Set([...imports.keys(), ...statements.flatMap(declaredNames)]),
    imports,
    add: ({ lines, imports: added = [] }) => {
      const space = block.type === 'ClassBody' && members.length > 0 ? [''] : [];
      const inner = lines.map((line) => (line === '' ? line : `  ${line}`));
      return applyEdits(source, [
        [top, top, toLines(source, added)],
        ...(block.type === 'ClassBody' ? [] : commaAfter(block, members.at(-1))),
        beforeBracket(source, block, [...space, ...inner]),
      ]);
    },
  };
}

/** Find the first member of a class or an object with this name. */
export function locateMember(source: string, name: string): Place | undefined {
  const find = (value: unknown): Place | undefined => {
    if (typeof value !== 'object' || value === null) return undefined;
    if (keyOf(value) === name) return placeOf((value as { key: Node }).key);
    for (const child of Object.values(value)) {
      const place = find(child);
      if (place !== undefined) return place;
    }
    return undefined;
  };
  return find(parseSource(source)?.program.body);
}

/** @returns undefined when the source does not parse */
export function parseSource(source: string): File | undefined {
  try {
    return parse(source, { sourceType: 'unambiguous', plugins: ['typescript', 'decorators'] });
  } catch {
    return undefined;
  }
}

/** The only default export: of `export default`, `export =`, `module.exports =` and `export { name as default }`. */
export function exportedNode(statements: readonly Statement[]): { node: Declaration; isTyped: boolean } | undefined {
  const [node, other] = statements.flatMap((statement) => exportOf(statement) ?? []);
  if (node === undefined || other !== undefined) return undefined;
  if (node.type !== 'Identifier') return { node: withoutType(node), isTyped: false };
  for (const statement of statements) {
    if (statement.type === 'ClassDeclaration' && statement.id?.name === node.name)
      return { node: statement, isTyped: false };
    for (const { id, init } of statement.type === 'VariableDeclaration' ? statement.declarations : []) {
      if (id.type === 'Identifier' && id.name === node.name && init)
        return { node: withoutType(init), isTyped: Boolean(id.typeAnnotation) };
    }
  }
  return undefined;
}

/** The first argument of a call of this function: `{ … }` of `defineLogic({ … })`. */
export function argumentOf(node: Declaration | undefined, name: string): Block | undefined {
  if (node?.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== name)
    return undefined;
  return node.arguments[0] as Block | undefined;
}

/** The name of a member: `getAction`, `'getAction'`. */
export function keyOf(member: object): string | undefined {
  const { key } = member as { key?: { name?: unknown; value?: unknown } };
  const name = key?.name ?? key?.value;
  return name === undefined ? undefined : String(name);
}

export function placeOf({ loc }: Node): Place | undefined {
  return loc ? { line: loc.start.line, column: loc.start.column + 1 } : undefined;
}

/** @param edits - in the order of their offsets */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  return edits.reduceRight((text, [from, to, added]) => text.slice(0, from) + added + text.slice(to), source);
}

/** Lines with the line end of the source. */
export function toLines(source: string, lines: readonly string[]): string {
  const end = source.includes('\r\n') ? '\r\n' : '\n';
  return lines.map((line) => line + end).join('');
}

/** Add lines before the closing bracket of a block, which is then on its own line. */
export function beforeBracket(source: string, block: Node, lines: readonly string[]): Edit {
  const bracket = (block.end as number) - 1;
  const start = source.lastIndexOf('\n', bracket) + 1;
  if (source.slice(start, bracket).trim() === '') return [start, start, toLines(source, lines)];
  return [source.slice(0, bracket).trimEnd().length, bracket, toLines(source, ['', ...lines])];
}

/** The comma after the last element of a block, unless it has one. */
export function commaAfter(block: Block, last: Node | undefined): Edit[] {
  const at = last?.end;
  return typeof at !== 'number' || block.extra?.trailingComma !== undefined ? [] : [[at, at, ',']];
}

// --- internal ---

function exportOf(statement: Statement): Declaration | undefined {
  if (statement.type === 'ExportDefaultDeclaration') return statement.declaration;
  if (statement.type === 'TSExportAssignment') return statement.expression;
  if (statement.type === 'ExportNamedDeclaration' && !statement.source) {
    const specifiers = statement.specifiers.filter((one) => one.type === 'ExportSpecifier');
    return specifiers.find(({ exported }) => exported.type === 'Identifier' && exported.name === 'default')?.local;
  }
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression')
    return undefined;
  const { left, right } = statement.expression;
  if (left.type !== 'MemberExpression' || left.object.type !== 'Identifier' || left.property.type !== 'Identifier')
    return undefined;
  return left.object.name === 'module' && left.property.name === 'exports' ? right : undefined;
}

/** The expression before `as` or `satisfies`. */
function withoutType(node: Declaration): Declaration {
  return node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' ? node.expression : node;
}

function importsOf(statement: Statement): [local: string, module: string][] {
  if (statement.type !== 'ImportDeclaration') return [];
  return statement.specifiers.map(({ local }) => [local.name, statement.source.value]);
}

function declaredNames(statement: Statement): string[] {
  if (statement.type === 'VariableDeclaration')
    return statement.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  return 'id' in statement && statement.id?.type === 'Identifier' ? [statement.id.name] : [];
}
