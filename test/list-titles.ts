import { join } from 'node:path';
import Mocha from 'mocha';
import { ROOT } from './workspace.ts';

// Prints the titles of all suites and tests of some files, as JSON: { 'test/a.test.ts': ['a suite', 'a test'] }. Runs none of them.
const titles: Record<string, string[]> = {};
for (const path of process.argv.slice(2)) {
  const mocha = new Mocha().addFile(join(ROOT, path));
  await mocha.loadFilesAsync();
  titles[path] = titlesOf(mocha.suite);
}
// A file may have opened something that its tests would close.
process.stdout.write(JSON.stringify(titles), () => process.exit());

// --- internal ---

function titlesOf(suite: Mocha.Suite): string[] {
  return [...suite.tests.map(({ title }) => title), ...suite.suites.flatMap((one) => [one.title, ...titlesOf(one)])];
}
