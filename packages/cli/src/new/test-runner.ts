import { CliError } from '../errors.ts';
import { quote } from '../quote.ts';

/** What runs the tests of a new project. */
export type TestRunner = 'mocha' | 'vitest';

export const TEST_RUNNERS: readonly TestRunner[] = ['mocha', 'vitest'];

/**
 * Read the name of a test runner.
 *
 * @throws {CliError} `E_USAGE` for another name
 */
export function readTestRunner(name: string): TestRunner {
  const found = TEST_RUNNERS.find((runner) => runner === name);
  if (found !== undefined) return found;
  throw new CliError(
    'E_USAGE',
    `There is no test runner ${quote(name)}.`,
    `Give --test one of ${TEST_RUNNERS.join(', ')}.`,
  );
}
