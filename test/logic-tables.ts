import { runInThisContext } from 'node:vm';
import { expect } from 'chai';
import { type ActionInput, type CompiledAction, compileLogic, ValidationError } from '../packages/logic/src/index.ts';
import type { Table } from './read-tables.ts';

/** Whether the rows of a table are runnable examples. */
export function hasRunner({ head }: Pick<Table, 'head'>): boolean {
  return runnerOf(head) !== undefined;
}

/**
 * Run an example: what passes, what fails and by which rule, what becomes of a value.
 *
 * @param head - names of the columns; they tell what the cells are
 */
export function checkTable(head: readonly string[], row: readonly string[]): void {
  const cells: Cells = (name) => row[head.indexOf(name)] ?? '';
  runnerOf(head)?.(cells);
}

// --- internal ---

/** Get the cell of a column. */
type Cells = (name: string) => string;

function runnerOf(head: readonly string[]): ((cells: Cells) => void) | undefined {
  const has = (...names: string[]) => names.every((name) => head.includes(name));
  if (has('rules', 'passes', 'fails')) return checkValues;
  if (has('format', 'passes', 'fails')) return checkFormat;
  if (has('rules of x', 'passes', 'fails')) return checkBodies;
  if (has('rules of x', 'body', 'result')) return checkResult;
  if (has('type', 'text', 'value', 'refused')) return checkText;
  return undefined;
}

function checkValues(cells: Cells): void {
  const rules = onlyValue(cells('rules')) as object;
  check({ x: rules }, Object.keys(rules), values(cells('passes')).map(inX), values(cells('fails')).map(inX));
}

function checkFormat(cells: Cells): void {
  const [name = ''] = spans(cells('format'));
  check({ x: { [name]: true } }, [name], values(cells('passes')).map(inX), values(cells('fails')).map(inX));
}

function checkBodies(cells: Cells): void {
  const rules = onlyValue(cells('rules of x')) as object;
  const fields = { a: { string: true }, b: { string: true }, x: rules };
  check(fields, Object.keys(rules), values(cells('passes')), values(cells('fails')));
}

function check(fields: object, rules: readonly string[], passes: readonly unknown[], fails: readonly unknown[]): void {
  expect(passes).not.to.eql([]);
  expect(fails).not.to.eql([]);
  const section = rules.includes('file') ? 'files' : 'body';
  for (const body of passes) expect(run(section, fields, body), JSON.stringify(body)).to.eql(withoutBlank(body));
  for (const body of fails) {
    const error = run(section, fields, body);
    expect(error, JSON.stringify(body)).to.be.instanceOf(ValidationError);
    expect(rules).to.include((error as ValidationError).errors[0]?.rule);
  }
}

function checkResult(cells: Cells): void {
  const result = run('body', { x: onlyValue(cells('rules of x')) }, onlyValue(cells('body')));
  const [expected = ''] = spans(cells('result'));
  if (expected.startsWith('{')) expect(result).to.eql(evaluate(expected));
  else expect((result as ValidationError).errors.map(({ message }) => message)).to.eql([expected]);
}

let lastType = '';

function checkText(cells: Cells): void {
  lastType = spans(cells('type'))[0] ?? lastType;
  const fields = { x: { [lastType]: true } };
  const texts = values(cells('text'));
  expect(texts).not.to.eql([]);
  expect(texts.map((text) => run('query', fields, inX(text)))).to.eql(values(cells('value')).map(inX));
  for (const text of values(cells('refused'))) {
    expect(run('query', fields, inX(text)), JSON.stringify(text)).to.be.instanceOf(ValidationError);
  }
}

/** The result of a section, or its error. */
function run(section: keyof ActionInput, fields: object, value: unknown): unknown {
  const action = compileLogic({ testAction: { [section]: fields } }).action('testAction') as CompiledAction;
  try {
    return (action.run({ [section]: value }) as ActionInput)[section];
  } catch (error) {
    return error;
  }
}

function inX(x: unknown): object {
  return { x };
}

/** Validation removes null, except `''` for strings. */
function withoutBlank(body: unknown): object {
  return Object.fromEntries(Object.entries(body as object).filter(([, value]) => value !== null));
}

function onlyValue(cell: string): unknown {
  const all = values(cell);
  expect(all).to.have.lengthOf(1);
  return all[0];
}

function values(cell: string): unknown[] {
  return spans(cell).map(evaluate);
}

function spans(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text as string);
}

function evaluate(text: string): unknown {
  return runInThisContext(`(${text})`);
}
