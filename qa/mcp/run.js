// The conformance suite of the Model Context Protocol on createMcp(). It needs Node 22. Most of its scenarios are about tools of a test server that it
// describes; these are about every server.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];
const SUITE = fileURLToPath(new URL('node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url));

const server = new Worker(new URL('serve.js', import.meta.url));
const [url] = await once(server, 'message');
let failed = 0;
for (const scenario of SCENARIOS) {
  const args = [SUITE, 'server', '--url', url, '--scenario', scenario];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
  // A scenario that has checked nothing is no proof.
  const isPassed = status === 0 && /Passed: [1-9]/.test(stdout);
  console.log(`${isPassed ? 'passed' : 'FAILED'} ${scenario}`);
  if (!isPassed) failed++;
  if (!isPassed) console.log(stdout + stderr);
}
await server.terminate();
process.exit(failed === 0 ? 0 : 1);
