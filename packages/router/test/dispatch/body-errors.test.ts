import { expect } from 'chai';
import { badJson } from '../../src/core/errors.ts';

/** The error of `JSON.parse`, whose words differ between versions of Node. */
function refusedBy(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    return badJson((error as Error).message).detail;
  }
  throw new Error('It is JSON.');
}

describe('the error for invalid JSON', () => {
  // biome-ignore format: a list
  for (const text of [
    '{"password": hunter2}', 'hunter2', '["hunter2" x]',
    `["${'a'.repeat(50)}", "hunter2" hunter2, "${'a'.repeat(50)}"]`,
    '{"a, \\"b\\", ...": "hunter2", is not valid JSON', '{"a": "hunter2\n", x', `[hunter2${'\n'.repeat(50)}`,
  ]) {
    it(`does not quote ${JSON.stringify(text)}`, () => {
      const detail = refusedBy(text);
      expect(detail).to.match(/^The body is not valid JSON: .*\.$/);
      expect(detail).not.to.match(/unter|nter2/);
    });
  }

  it('has the message of JSON.parse', () => {
    expect(refusedBy('[1,]')).to.equal("The body is not valid JSON: Unexpected token ']'.");
    expect(refusedBy('{')).to.match(
      /^The body is not valid JSON: Expected property name or '}' in JSON at position 1\b/,
    );
  });
});
