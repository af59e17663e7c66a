import { parse } from '@babel/parser';

/** Lines to add at the end of a block, and imports that they need. */
export interface Insertion {
  readonly lines: readonly string[];
  readonly imports?: readonly string[];
}

/** The class that a controller file exports. */
export interface ControllerSource {
  /** It extends `Controller` itself: the methods of the base class of the project are not there. */
  readonly isPlain: boolean;
  /** Names of its members, and of what the file imports or declares at its top. */
  readonly members: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** The imports of the file: local name → module. */
  readonly imports: ReadonlyMap<string, string>;
  add(insertion: Insertion): string;
}

/** The parts of a logic file. */
export interface LogicSource {
  readonly members: ReadonlySet<string>;
  add(insertion: Insertion): string;
}

/**
 * Find the class that a controller file exports.
 *
 * @returns undefined when the file does not parse, or exports something else
 */
export function readControllerSource(source: string): ControllerSource | undefined {
  const program = readProgram(source);
  const found = program && exportedNode(program);
  if (found?.node.type !== 'ClassDeclaration' && found?.node.type !== 'ClassExpression') return undefined;
  const { body, superClass } = found.node;
  const imports = importsOf(program as Program);
  return {
    isPlain: superClass?.type === 'Identifier' && superClass.name === 'Controller',
    members: keysOf(body.body),
    names: new Set([...imports.keys(), ...declaredNames(program as Program)]),
    imports,
    add: (insertion) => insert(source, program as Program, body, { ...insertion, apart: body.body.length > 0 }),
  };
}

/**
 * Find the declaration of a logic file: the object in `defineLogic({ … })`.
 *
 * @returns undefined when the file does not parse, has another shape, or declares the type of the logic
 */
export function readLogicSource(source: string): LogicSource | undefined {
  const program = readProgram(source);
  const found = program && exportedNode(program);
  if (found?.node.type !== 'CallExpression' || found.isTyped) return undefined;
  const [declaration] = found.node.arguments;
  const { callee } = found.node;
  if (callee.type !== 'Identifier' || callee.name !== 'defineLogic' || declaration?.type !== 'ObjectExpression')
    return undefined;
  const last = declaration.properties.at(-1);
  const needsComma = last !== undefined && declaration.extra?.trailingComma === undefined;
  return {
    members: keysOf(declaration.properties),
    add: (insertion) =>
      insert(source, program as Program, declaration, {
        ...insertion,
        ...(needsComma && { comma: last.end as number }),
      }),
  };
}

// --- internal ---

type Program = ReturnType<typeof parse>['program'];
type Statement = Program['body'][number];
interface Block {
  readonly start?: number | null;
  readonly end?: number | null;
}

function readProgram(source: string): Program | undefined {
  try {
    return parse(source, { sourceType: 'unambiguous', plugins: ['typescript', 'decorators'] }).program;
  } catch {
    return undefined;
  }
}

/** What a file exports: of `export default`, `export =` and `module.exports =`. */
function exportedNode(program: Program) {
  for (const statement of program.body) {
    const node = exportOf(statement);
    if (node === undefined) continue;
    return node.type === 'Identifier' ? declarationOf(program, node.name) : { node, isTyped: false };
  }
  return undefined;
}

function exportOf(statement: Statement) {
  if (statement.type === 'ExportDefaultDeclaration') return statement.declaration;
  if (statement.type === 'TSExportAssignment') return statement.expression;
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression')
    return undefined;
  const { left, right } = statement.expression;
  const isModule =
    left.type === 'MemberExpression' &&
    left.object.type === 'Identifier' &&
    left.object.name === 'module' &&
    left.property.type === 'Identifier' &&
    left.property.name === 'exports';
  return isModule ? right : undefined;
}

function declarationOf(program: Program, name: string) {
  for (const statement of program.body) {
    if (statement.type === 'ClassDeclaration' && statement.id?.name === name)
      return { node: statement, isTyped: false };
    for (const { id, init } of statement.type === 'VariableDeclaration' ? statement.declarations : []) {
      if (id.type === 'Identifier' && id.name === name && init)
        return { node: init, isTyped: id.typeAnnotation !== null && id.typeAnnotation !== undefined };
    }
  }
  return undefined;
}

function importsOf(program: Program): Map<string, string> {
  const imports = new Map<string, string>();
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration') continue;
    for (const { local } of statement.specifiers) imports.set(local.name, statement.source.value);
  }
  return imports;
}

function declaredNames(program: Program): string[] {
  return program.body.flatMap((statement) => {
    if (statement.type === 'VariableDeclaration')
      return statement.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
    return 'id' in statement && statement.id?.type === 'Identifier' ? [statement.id.name] : [];
  });
}

function keysOf(members: readonly object[]): Set<string> {
  const keys = (members as readonly { key?: { type: string; name?: string; value?: string } }[]).map(({ key }) => key);
  return new Set(keys.flatMap((key) => key?.name ?? key?.value ?? []).map(String));
}

/** Insert lines before the closing brace of a block, and imports before the first statement. */
function insert(
  source: string,
  program: Program,
  block: Block,
  { lines, imports = [], apart = false, comma }: Insertion & { apart?: boolean; comma?: number },
): string {
  const end = source.includes('\r\n') ? '\r\n' : '\n';
  const brace = (block.end as number) - 1;
  const lineStart = source.lastIndexOf('\n', brace) + 1;
  const isAlone = source.slice(lineStart, brace).trim() === '';
  const at = isAlone ? lineStart : brace;
  const text = `${apart ? end : ''}${lines.map((line) => (line === '' ? end : `  ${line}${end}`)).join('')}`;
  const first = program.body[0]?.start ?? 0;
  const head = imports.map((line) => `${line}${end}`).join('');
  const before =
    comma === undefined ? source.slice(first, at) : `${source.slice(first, comma)},${source.slice(comma, at)}`;
  return `${source.slice(0, first)}${head}${isAlone ? before : `${before.trimEnd()}${end}`}${text}${source.slice(at)}`;
}
