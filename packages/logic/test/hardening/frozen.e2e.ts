import { execFileSync } from 'node:child_process';
import { expect } from 'chai';

/** Runs in another process, since freezing cannot be undone. */
const PROGRAM = `
const { compileLogic } = await import(${JSON.stringify(new URL('../../src/compile-logic.ts', import.meta.url).href)});
Object.freeze(Object.prototype);
const fields = { constructor: { required: true, string: true }, toString: {}, free: { object: true }, list: { array: true, children: { equals: 'constructor' } } };
const { body } = compileLogic({ postAction: { body: fields } }).action('postAction').run({
  body: JSON.parse('{"constructor":"x","free":{"toString":1,"valueOf":[2]},"list":["x"]}'),
});
console.log(JSON.stringify([body, body.toString === undefined]));
`;

describe('a frozen Object.prototype', () => {
  it('does not prevent validation', () => {
    const argv = [...process.execArgv, '--input-type=module', '--eval', PROGRAM];
    expect(JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' }))).to.deep.equal([
      { constructor: 'x', free: { toString: 1, valueOf: [2] }, list: ['x'] },
      true,
    ]);
  }).timeout(20_000);
});
