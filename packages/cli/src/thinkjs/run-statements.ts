import { decide } from './decide.ts';
import { assign, evaluate, placeOf, textOf } from './evaluate.ts';
import { type Frame, frameOf, namesOf, type Run } from './frame.ts';
import type { Member } from './read-class.ts';
import { bare, type Expression, nameOf, type Statement, thisMember } from './syntax.ts';
import { dataOf } from './value.ts';

/** Go through the statements of a member of the class. */
export function runMember(run: Run, { node, file }: Member): void {
  if (node.type === 'ClassMethod') {
    runBlock(run, node.body.body, frameOf(file));
    return;
  }
  const frame = frameOf(file);
  const value = node.type === 'ClassProperty' ? node.value : undefined;
  const isFunction = value?.type === 'ArrowFunctionExpression' || value?.type === 'FunctionExpression';
  if (!isFunction) leave(run, node, frame);
  else if (value.body.type === 'BlockStatement') runBlock(run, value.body.body, frame);
  else if (!runExpression(run, value.body, frame)) leave(run, node, frame);
}

// --- internal ---

/** Calls without an effect, which declare what other statements use. */
const READS =
  /^(?:this\.(?:ctx\.)?(?:get|post|param|query|cookie|header|file|config|is\w+)|think\.(?:config|is\w+)|Object|JSON)\b/;

const RULES: ReadonlySet<string> = new Set(['rules', 'scope', 'messages', 'allowMethods']);

/** @returns whether the function has ended */
function runBlock(run: Run, statements: readonly Statement[], frame: Frame): boolean {
  return statements.some((statement) => runStatement(run, statement, frame));
}

function runStatement(run: Run, statement: Statement, frame: Frame): boolean {
  switch (statement.type) {
    case 'EmptyStatement':
      return false;
    case 'BlockStatement':
      return runBlock(run, statement.body, frame);
    case 'VariableDeclaration':
      for (const { id, init } of statement.declarations) {
        if (!init) continue;
        const isValidation = runValidate(run, init, frame);
        const value = evaluate(init, namesOf(run, frame));
        if (id.type === 'Identifier' && isValidation) frame.results.add(id.name);
        else if (id.type === 'Identifier') frame.constants.set(id.name, value);
        const isCall = value.kind === 'unknown' && bare(init).type === 'CallExpression';
        if (isCall && !isValidation && !READS.test(textOf(bare(init), frame.file.source))) leave(run, statement, frame);
      }
      return false;
    case 'IfStatement': {
      if (isResult(run, statement.test, frame)) return false;
      const decided = decide(statement.test, run, frame);
      if (decided === undefined) leave(run, statement, frame);
      else {
        const branch = decided ? statement.consequent : statement.alternate;
        return branch ? runStatement(run, branch, frame) : false;
      }
      return false;
    }
    case 'ReturnStatement':
      if (statement.argument && !isNothing(run, statement.argument, frame)) leave(run, statement, frame);
      return true;
    case 'ExpressionStatement':
      if (!runExpression(run, statement.expression, frame)) leave(run, statement, frame);
      return false;
    default:
      leave(run, statement, frame);
      return false;
  }
}

/** @returns whether it is understood */
function runExpression(run: Run, expression: Expression, frame: Frame): boolean {
  const node = bare(expression);
  const names = namesOf(run, frame);
  if (node.type === 'AssignmentExpression' && node.operator === '=' && node.left.type === 'MemberExpression') {
    const value = evaluate(node.right, names);
    const own = thisMember(node.left);
    if (own !== undefined) {
      if (!RULES.has(own) && dataOf(value) && 'unknown' in dataOf(value)) return false;
      run.own.set(own, value);
      return true;
    }
    const object = evaluate(node.left.object as Expression, names);
    const name = nameOf(node.left.property, node.left.computed);
    if (object.kind === 'object' && name !== undefined) object.members.set(name, value);
    return object.kind === 'object' && name !== undefined;
  }
  if (node.type === 'AssignmentExpression' && node.operator === '=' && node.left.type === 'Identifier') {
    frame.constants.set(node.left.name, evaluate(node.right, names));
    return true;
  }
  if (node.type !== 'CallExpression') return false;
  if (runValidate(run, node, frame)) return true;
  const called = textOf(node.callee, frame.file.source);
  if (called === 'super' || called === 'super.init') return true;
  if (called === 'Object.assign') {
    const [target, ...sources] = node.arguments.map((one) => evaluate(one as Expression, names));
    if (target?.kind === 'object') for (const source of sources) assign(target, source);
    return target?.kind === 'object';
  }
  const method = thisMember(node.callee);
  const member = method === undefined ? undefined : run.logic.members.get(method);
  if (method === undefined || member === undefined || node.arguments.length > 0 || run.calls.includes(method))
    return false;
  runMember({ ...run, name: method, calls: [...run.calls, method] }, member);
  return true;
}

/** `this.validate(rules, messages)` */
function runValidate(run: Run, expression: Expression, frame: Frame): boolean {
  const node = bare(expression);
  if (node.type !== 'CallExpression' || thisMember(node.callee) !== 'validate') return false;
  const [rules, messages] = node.arguments.map((one) => evaluate(one as Expression, namesOf(run, frame)));
  if (rules !== undefined) assign(run.rules, rules);
  if (messages !== undefined) assign(run.messages, messages);
  return true;
}

/** Whether a test is about the result of a validation: what follows it is the answer 422 here. */
function isResult(run: Run, test: Expression, frame: Frame): boolean {
  const node = bare(test);
  if (node.type === 'UnaryExpression' && node.operator === '!') return isResult(run, node.argument, frame);
  if (node.type === 'BinaryExpression') return isResult(run, node.left as Expression, frame);
  if (node.type === 'Identifier') return frame.results.has(node.name);
  return runValidate(run, node, frame);
}

/** Whether a returned value ends the function and does nothing else. */
function isNothing(run: Run, argument: Expression, frame: Frame): boolean {
  const node = bare(argument);
  return ['ThisExpression', 'BooleanLiteral', 'NullLiteral'].includes(node.type) || isResult(run, node, frame);
}

function leave(run: Run, statement: Pick<Statement, 'start' | 'end' | 'loc'>, { file }: Frame): void {
  const text = textOf(statement, file.source);
  const shown = text.length > 100 ? `${text.slice(0, 99)}…` : text;
  const sets = /\bthis\s*\.\s*(?:rules|validate|allowMethods)\b/.test(
    file.source.slice(statement.start ?? 0, statement.end ?? 0),
  );
  const why = sets ? 'depends on what is not known before a request' : 'is not a rule';
  run.left.push({ ...placeOf(statement, file.path), message: `${run.name}: ${shown} ${why}` });
}
