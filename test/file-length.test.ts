import { expect } from 'chai';
import { listFiles, readText } from './workspace.ts';

const LIMIT = 200;

/** Files that are better whole: each with its reason. */
const LONGER: Record<string, string> = {};

describe('length of source files', () => {
  const lengths = new Map(
    listFiles('packages')
      .filter((file) => /^packages\/[^/]+\/src\/.+\.ts$/.test(file))
      .map((file) => [file, readText(file).split('\n').length - 1]),
  );

  it('is measured', () => expect(lengths.size).to.be.greaterThan(50));

  it(`is ${LIMIT} lines at most, or has a reason`, () => {
    const longer = [...lengths].filter(([, lines]) => lines > LIMIT).map(([file]) => file);
    expect(longer).to.have.members(Object.keys(LONGER));
  });
});
