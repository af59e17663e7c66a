import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { onCore } from '../http/server.js';
import { writeProject } from './project.js';
import { KINDS, startService } from './service.js';

// Whether a flood of sign-ins holds up other requests: node bench/auth/flood.js [sqlite,postgres], after a build. A thousand clients of as many networks sign in
// at the same moment, again and again; beside them one asks for /live, as it does beside a thousand clients that read a record. Service, flood and probe are
// processes of their own, and the service has one core, also for its hashes.

const CLIENTS = 1_000;
const FLOODS = 5;
/** Milliseconds from one probe to the next. */
const PAUSE = 5;
/** Milliseconds, at the 99th percentile. */
const MOST = 100;

const [kind, ...given] = process.argv.slice(2);
if (kind === '--flood') await flood(...given);
else {
  const project = writeProject();
  try {
    for (const one of kind?.split(',') ?? KINDS) await compare(one, project);
  } finally {
    project.remove();
  }
}

// --- internal ---

async function compare(name, project) {
  const service = await startService(name, project, { stderr: 'ignore' });
  try {
    const alone = probe(service.port);
    await new Promise((done) => setTimeout(done, 3_000));
    report(name, 'alone', await alone.end(), false);
    for (const [what, path] of [
      ['reads', `/post/${service.post}`],
      ['sign-ins', '/session'],
    ]) {
      const during = probe(service.port);
      const { counts, seconds } = await runFlood(service.port, path);
      report(name, `during ${FLOODS} × ${CLIENTS} ${what}`, await during.end(), path === '/session');
      console.log(`       ${name.padEnd(8)} ${seconds.toFixed(1)} s: ${JSON.stringify(counts)}`);
      if (path === '/session' && (!counts['503 with Retry-After'] || counts['503'])) process.exitCode = 1;
    }
  } finally {
    await service.stop();
  }
}

async function runFlood(port, path) {
  const program = [process.execPath, fileURLToPath(import.meta.url), '--flood', String(port), path];
  const [command, ...args] = onCore(1, program);
  const client = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [[result]] = await Promise.all([once(client, 'message'), once(client, 'exit')]);
  return result;
}

function report(name, when, times, isJudged) {
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  const isMet = at(0.99) < MOST;
  if (isJudged && !isMet) process.exitCode = 1;
  const figures = `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, at most ${at(1).toFixed(1)} ms, ${times.length} probes`;
  console.log(`${isJudged ? (isMet ? 'met   ' : 'MISSED') : '      '} ${name.padEnd(8)} GET /live ${when}: ${figures}`);
}

/** Ask for /live until `end()`, which gives the milliseconds of each. */
function probe(port) {
  const agent = new Agent({ keepAlive: true });
  const times = [];
  let isOver = false;
  const run = async () => {
    while (!isOver) {
      const began = performance.now();
      const [answer] = await once(get({ host: '127.0.0.1', port, path: '/live', agent }), 'response');
      answer.resume();
      await once(answer, 'end');
      if (answer.statusCode !== 200) throw new Error(`GET /live: ${answer.statusCode}`);
      times.push(performance.now() - began);
      await new Promise((done) => setTimeout(done, PAUSE));
    }
    agent.destroy();
    return times;
  };
  const result = run();
  return {
    end: () => {
      isOver = true;
      return result;
    },
  };
}

/** The process of the clients. */
async function flood(port, path) {
  const counts = {};
  const began = performance.now();
  for (let round = 0; round < FLOODS; round += 1) {
    const answers = Array.from({ length: CLIENTS }, (_, at) => send(port, path, round * CLIENTS + at));
    for (const answer of await Promise.all(answers)) counts[answer] = (counts[answer] ?? 0) + 1;
  }
  process.send({ counts, seconds: (performance.now() - began) / 1_000 });
  process.disconnect();
}

/** Every client has a connection, a network and an account of its own. @returns what the service has answered */
async function send(port, path, number) {
  const headers = { 'X-Forwarded-For': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` };
  const options = { host: '127.0.0.1', port, path, agent: false, headers };
  const sent = path === '/session' ? signIn(options, number) : get(options);
  const [answer] = await once(sent, 'response');
  await once(answer.resume(), 'end');
  const { statusCode, headers: fields } = answer;
  return fields['retry-after'] === undefined ? String(statusCode) : `${statusCode} with Retry-After`;
}

function signIn(options, number) {
  const body = JSON.stringify({ email: `${number}@example.com`, password: 'wrong' });
  const type = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  return request({ ...options, method: 'POST', headers: { ...options.headers, ...type } }).end(body);
}
