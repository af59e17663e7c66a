import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ask } from '../http/ask.js';

// What a change costs while clients follow a list: node bench/changes/subscribers.js [sqlite|<address of an empty database>], after a build. Also `--changes 200`,
// `--subscribers 500`. CPU time and memory of the service, which is a process of its own, and the time from the answer to the POST until the last client has the change.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { changes: { type: 'string' }, subscribers: { type: 'string' } },
});
const CHANGES = Number(values.changes ?? 200);
const MOST = Number(values.subscribers ?? 500);
const SERVE = fileURLToPath(new URL('serve.js', import.meta.url));
/** Milliseconds between two changes. */
const PAUSE = 5;

const LANES = [
  { name: 'ours, nobody follows', way: 'ours', count: 0 },
  { name: 'ours, one list of one user', way: 'ours', count: MOST, users: 1 },
  { name: 'ours, a list for each user', way: 'ours', count: MOST, users: MOST },
  { name: 'ours, a list for each, all at once', way: 'ours', count: MOST, users: MOST, isBurst: true },
  { name: 'ours, one list, a tenth reads nothing', way: 'ours', count: MOST, users: 1, slow: MOST / 10 },
  { name: 'by hand, nobody follows', way: 'by hand', count: 0 },
  { name: 'by hand, every client gets every post', way: 'by hand', count: MOST, users: 1 },
];

console.log(
  `${CHANGES} changes, ${MOST} clients: milliseconds of CPU time a change, MB, milliseconds until the last client has it`,
);
const results = [];
for (const lane of LANES) {
  const result = await measure(lane);
  results.push({ ...lane, ...result });
  const { cpu, before, after, p50, p99 } = result;
  console.log(
    `${lane.name.padEnd(40)} ${cpu.toFixed(2).padStart(7)} ms ${before.toFixed(0).padStart(5)} → ${after.toFixed(0).padStart(4)} MB   p50 ${p50} p99 ${p99}`,
  );
}
const costOf = (name) => results.find((one) => one.name === name).cpu;
const ours = (costOf('ours, one list of one user') - costOf('ours, nobody follows')) / MOST;
const hand = (costOf('by hand, every client gets every post') - costOf('by hand, nobody follows')) / MOST;
const each = (costOf('ours, a list for each user') - costOf('ours, nobody follows')) / MOST;
console.log(
  `a change and client: ${us(ours)} one list, ${us(each)} a list for each, ${us(hand)} by hand: ${(ours / hand).toFixed(1)} and ${(each / hand).toFixed(1)} times`,
);

// --- internal ---

function us(milliseconds) {
  return `${(milliseconds * 1_000).toFixed(0)} µs`;
}

async function measure({ way, count, users = 1, slow = 0, isBurst = false }) {
  const folder = mkdtempSync(join(tmpdir(), 'rest-gen-changes-'));
  const store =
    positionals[0] === undefined || positionals[0] === 'sqlite' ? `sqlite:${folder}/app.sqlite3` : positionals[0];
  const child = fork(SERVE, [store, way], {
    execArgv: ['--expose-gc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [{ port }] = await once(child, 'message');
  const usage = async () => {
    child.send('usage');
    return (await once(child, 'message'))[0];
  };
  const clients = await Promise.all(
    Array.from({ length: count }, (_, at) => follow(port, 1 + (at % users), at < slow)),
  );
  await sleep(500);
  const begin = await usage();
  const times = [];
  for (let change = 0; change < CHANGES; change++) {
    const title = `change ${change}`;
    const { status } = await ask(port, { method: 'POST', path: '/post', body: { title, status: 'live', owner_id: 0 } });
    if (status !== 201) throw new Error(`POST: ${status}`);
    const sent = performance.now();
    if (isBurst && change < CHANGES - 1) continue;
    await Promise.all(clients.filter(({ isSlow }) => !isSlow).map((client) => client.has(title)));
    times.push(performance.now() - sent);
    await sleep(PAUSE);
  }
  const end = await usage();
  for (const { close } of clients) close();
  child.disconnect();
  await once(child, 'exit');
  rmSync(folder, { recursive: true });
  times.sort((a, b) => a - b);
  const at = (part) => (times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0).toFixed(0);
  return { cpu: (end.cpu - begin.cpu) / CHANGES, before: begin.rss, after: end.rss, p50: at(0.5), p99: at(0.99) };
}

/** A client that holds what came last only. */
function follow(port, user, isSlow) {
  return new Promise((resolve, reject) => {
    const path = '/post?status=live&offset=now&live=sse';
    const request = get({ host: '127.0.0.1', port, path, headers: { 'x-user': user }, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`GET: ${response.statusCode}`));
      let text = '';
      let wake = () => {};
      if (isSlow) response.pause();
      else {
        response.setEncoding('utf8').on('data', (chunk) => {
          text = (text + chunk).slice(-2_000);
          wake();
        });
      }
      const has = async (title) => {
        while (!text.includes(`"${title}"`)) {
          await new Promise((done) => {
            wake = done;
          });
        }
      };
      resolve({ isSlow, has, close: () => request.destroy() });
    });
    request.on('error', (error) => error.code !== 'ECONNRESET' && reject(error));
  });
}
