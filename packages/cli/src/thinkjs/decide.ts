import { evaluate, textOf } from './evaluate.ts';
import { type Frame, namesOf, type Run } from './frame.ts';
import { bare, type Expression, thisMember } from './syntax.ts';

/** The value of a condition about the method of the request; undefined for another one. */
export function decide(test: Expression, run: Run, frame: Frame): boolean | undefined {
  const node = bare(test);
  if (node.type === 'UnaryExpression' && node.operator === '!') {
    const inner = decide(node.argument, run, frame);
    return inner === undefined ? undefined : !inner;
  }
  if (node.type === 'CallExpression' && thisMember(node.callee) === 'isMethod') {
    const value = node.arguments[0] && evaluate(node.arguments[0] as Expression, namesOf(run, frame));
    return value?.kind === 'plain' ? String(value.value).toUpperCase() === run.method : undefined;
  }
  const member = thisMember(node.type === 'CallExpression' ? node.callee : node);
  const asked = /^is(Get|Post|Put|Patch|Delete)$/.exec(member ?? '')?.[1];
  if (asked !== undefined) return asked.toUpperCase() === run.method;
  if (node.type !== 'BinaryExpression' || !/^[!=]==?$/.test(node.operator)) return undefined;
  if (!/^this\.(?:ctx\.|http\.)?method$/.test(textOf(node.left as Expression, frame.file.source))) return undefined;
  const value = evaluate(node.right, namesOf(run, frame));
  if (value.kind !== 'plain') return undefined;
  return (String(value.value).toUpperCase() === run.method) === node.operator.startsWith('=');
}
