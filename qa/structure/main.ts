// Prints what a request runs, and how much code there is: `qa structure`. The modules that ran: `qa structure files`.
import { countBytes, countFloors, countLines, countReach } from './code.ts';
import { measure, SAMPLES } from './requests.ts';

process.env.NODE_ENV = 'production';
const showsFiles = process.argv.includes('files');
for (const sample of SAMPLES) {
  const { files, functions } = await measure(sample);
  print(sample.title, `${files.length} files, ${functions} functions`);
  if (showsFiles) for (const file of files) console.log(`    ${file}`);
}
const { files, lines } = countReach('core/handle-request.ts');
print('handle-request.ts loads', `${files} files, ${lines} lines of the router`);
for (const name of ['logic', 'model', 'router', 'openapi']) {
  const folder = `packages/${name}/src`;
  print(folder, `${countLines(folder)} lines, ${countFloors(folder)} floors`);
}
print('code of all packages', `${(countBytes() / 1000).toFixed(0)} kB without comments`);

// --- internal ---

function print(name: string, value: string): void {
  console.log(`${name.padEnd(26)} ${value}`);
}
