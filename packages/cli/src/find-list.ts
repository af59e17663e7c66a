import type { ArrayExpression, File, Node, Statement } from '@babel/types';

/**
 * Find the list that a module exports as its value.
 *
 * Found are `export default`, `export { x as default }`, `export =` and `module.exports =` of a list, of `defineRules(list)`, of a
 * list `as` or `satisfies` a type, and of a name defined above. Nothing is guessed beyond that.
 *
 * @param file - name of the file; its extension says whether it is TypeScript
 * @returns the list with its offsets, or `undefined` when there is none, more than one, or the file does not parse
 */
export async function findList(source: string, file: string): Promise<ArrayExpression | undefined> {
  const { parse } = await import('@babel/parser');
  let ast: File;
  try {
    ast = parse(source, { sourceType: 'unambiguous', plugins: /\.[cm]?ts$/.test(file) ? ['typescript'] : [] });
  } catch {
    return undefined;
  }
  const exported = ast.program.body.flatMap((statement) => exportedValue(statement) ?? []);
  return exported.length === 1 ? unwrap(exported[0], ast.program.body) : undefined;
}

/**
 * Give the list that an expression stands for: `defineRules`, `Object.freeze` and type assertions are looked through.
 *
 * @param body - statements in which names are looked up
 */
export function unwrap(
  value: Node | null | undefined,
  body: readonly Statement[],
  depth = 0,
): ArrayExpression | undefined {
  switch (value?.type) {
    case 'ArrayExpression':
      return value;
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
      return unwrap(value.expression, body, depth);
    case 'CallExpression': {
      const isKnown = /(?:^|\.)defineRules$|^Object\.freeze$/.test(dotted(value.callee));
      return isKnown && value.arguments.length === 1 ? unwrap(value.arguments[0], body, depth) : undefined;
    }
    case 'Identifier':
      // Names that refer to each other in a circle end somewhere.
      return depth < 8 ? unwrap(definition(value.name, body), body, depth + 1) : undefined;
    default:
      return undefined;
  }
}

// --- internal ---

const EXPORTS = ['module.exports', 'exports.default', 'module.exports.default'];

/** What a statement makes the value of its module. */
function exportedValue(statement: Statement): Node | undefined {
  switch (statement.type) {
    case 'ExportDefaultDeclaration':
      return statement.declaration;
    case 'TSExportAssignment':
      return statement.expression;
    case 'ExportNamedDeclaration':
      return statement.source ? undefined : statement.specifiers.flatMap((specifier) => defaultOf(specifier) ?? [])[0];
    case 'ExpressionStatement': {
      const { expression } = statement;
      return expression.type === 'AssignmentExpression' && EXPORTS.includes(dotted(expression.left))
        ? expression.right
        : undefined;
    }
    default:
      return undefined;
  }
}

function defaultOf(specifier: Node): Node | undefined {
  if (specifier.type !== 'ExportSpecifier') return undefined;
  const { exported, local } = specifier;
  return (exported.type === 'Identifier' ? exported.name : exported.value) === 'default' ? local : undefined;
}

function definition(name: string, body: readonly Statement[]): Node | null | undefined {
  for (const statement of body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    const found = declared.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name);
    if (found) return found.init;
  }
  return undefined;
}

/** `module.exports`, `router.defineRules`: names joined by dots; empty for anything else. */
function dotted(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.computed) return '';
  return `${dotted(node.object)}.${dotted(node.property)}`;
}
