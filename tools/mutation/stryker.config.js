import { readFileSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);
const stripsTypes = major > 22 || (major === 22 && minor >= 18);
// The files that hold types only are those that the coverage leaves out.
const { exclude } = JSON.parse(readFileSync('.c8rc.json', 'utf8'));

/**
 * Mutation testing of packages/logic, run in the root of the repository by `pnpm mutation`.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  plugins: [import.meta.resolve('@stryker-mutator/mocha-runner')],
  testRunner: 'mocha',
  testRunnerNodeArgs: ['--conditions=rest-source', ...(stripsTypes ? [] : ['--import=ts-blank-space/register'])],
  mochaOptions: {
    'no-config': true,
    spec: ['packages/logic/test/**/*.test.ts'],
    ignore: [
      // The oracle takes seconds per mutant, and what it would find, the table of patterns finds.
      'packages/logic/test/regexp/agreement.test.ts',
      // Types are erased before a mutant runs.
      'packages/logic/test/infer/**',
    ],
    // What is decided by a clock proves nothing about code that is slowed down by all of its mutants. An example is a module, which runs
    // once in a process: from the second mutant on its test would fail, whatever the mutant is.
    grep: '^(?!checkRegExp (?:proves it|gives a text|ends soon)|README shows|docs examples)',
  },
  mutate: ['packages/logic/src/**/*.ts', ...exclude.map((file) => `!${file}`)],
  coverageAnalysis: 'perTest',
  // What runs once, when a module is loaded, needs a process per mutant.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: 'coverage/mutation/incremental.json',
  tempDirName: 'coverage/mutation/sandboxes',
  ignorePatterns: ['packages/*/dist', 'coverage'],
  // Types are stripped, not checked: nothing is to be rewritten for the sake of a compiler.
  disableTypeChecks: false,
  tsconfigFile: 'none',
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 1),
  timeoutMS: 2000,
  timeoutFactor: 1.2,
  reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: 'coverage/mutation/report.html' },
  jsonReporter: { fileName: 'coverage/mutation/report.json' },
  thresholds: { high: 90, low: 85, break: 85 },
};
