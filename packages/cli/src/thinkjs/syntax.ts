import type { File } from '../files/edit-source.ts';

export type Statement = File['program']['body'][number];
export type Expression = Extract<Statement, { type: 'ExpressionStatement' }>['expression'];
export type ClassNode = Extract<Statement, { type: 'ClassDeclaration' }>;
export type ClassMember = ClassNode['body']['body'][number];

/** The name of a property: `name`, `'name'` or `['name']`. */
export function nameOf(key: Expression | { readonly type: 'PrivateName' }, isComputed: boolean): string | undefined {
  if (key.type === 'StringLiteral' || key.type === 'NumericLiteral') return String(key.value);
  return key.type === 'Identifier' && !isComputed ? key.name : undefined;
}

/** The name of a member of `this`: `rules` of `this.rules`. */
export function thisMember(node: { readonly type: string } | null | undefined): string | undefined {
  const member = node as Expression | null | undefined;
  if (member?.type !== 'MemberExpression' || member.object.type !== 'ThisExpression') return undefined;
  return nameOf(member.property, member.computed);
}

/** An expression without `await`, parentheses and types. */
export function bare(node: Expression): Expression {
  switch (node.type) {
    case 'AwaitExpression':
      return bare(node.argument);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'ParenthesizedExpression':
      return bare(node.expression);
    default:
      return node;
  }
}
