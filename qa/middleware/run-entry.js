// Runs one package on one major of Express: all requests with and without it, then its own assertion.
import http from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { over, plainBody, request, shown, walk } from './requests.js';

/**
 * @typedef {object} Kit
 * @property {'express' | 'express4'} major
 * @property {Function} express
 * @property {(name: string) => any} require - what loads Express itself, with this major of it
 * @property {typeof import('@rest-gen/router').HttpError} HttpError
 *
 * @typedef {object} Running
 * @property {(line: string, headers?: Record<string, string>, body?: unknown) => Promise<import('./requests.js').Answer & { json: any }>} ask
 * @property {any} app
 * @property {any} router
 * @property {any} mounted - what `mount` has returned
 * @property {Kit} kit
 * @property {number} port
 * @property {(import('./requests.js').Answer & { line: string })[]} answers - to all requests
 *
 * @typedef {object} Entry
 * @property {string} name - of the package
 * @property {string} [as] - a second entry of the same package says what is different
 * @property {(kit: Kit) => any} [mount] - what `createApplication` takes, and `close`
 * @property {string[]} [changes] - header fields that it may set or change, in lower case
 * @property {(line: string, body: unknown) => boolean} [sent] - requests that are sent; the others are answered differently on purpose
 * @property {(running: Running) => import('./requests.js').Send | Promise<import('./requests.js').Send>} [send] - how requests reach the application
 * @property {(running: Running) => unknown} check - that the package does its job
 * @property {boolean} [alone] - it changes modules: it runs in a process of its own, `prepare` before Express is loaded
 * @property {(major: string) => unknown} [prepare]
 * @property {string[]} [flags] - of Node in that process
 * @property {'express4'} [only] - the major that it is for
 * @property {string} [needs] - a server: `redis`, `postgres`
 */

export const MAJORS = /** @type {const} */ (['express', 'express4']);

/** @param {Entry} entry @param {(typeof MAJORS)[number]} major */
export async function runEntry(entry, major) {
  const kit = await loadKit(major);
  const plain = await loadAnswers(kit);
  const mounted = (await entry.mount?.(kit)) ?? {};
  try {
    await serve(kit, mounted, async (running) => {
      const send = entry.send ? await entry.send(running) : over(running.port, agent);
      const isSent = entry.sent ?? (() => true);
      running.answers = await walk(send, isSent);
      compare(running.answers, plain, entry);
      await entry.check(running);
    });
  } finally {
    await mounted.close?.();
  }
}

// --- internal ---

const agent = new http.Agent({ keepAlive: true });
/** @type {Map<string, import('./requests.js').Answer[]>} */
const plainAnswers = new Map();

async function loadKit(major) {
  const folder = new URL(`generated/${major}/`, import.meta.url);
  const { createApplication, express, HttpError } = await import(new URL('app.js', folder).href);
  const require = createRequire(fileURLToPath(new URL('app.js', folder)));
  return { major, createApplication, express, HttpError, require, folder: pathToFileURL(fileURLToPath(folder)) };
}

async function loadAnswers(kit) {
  const known = plainAnswers.get(kit.major);
  if (known) return known;
  const answers = await serve(kit, {}, ({ port }) => walk(over(port, agent)));
  plainAnswers.set(kit.major, answers);
  return answers;
}

async function serve(kit, mounted, work) {
  const { app, router, close } = await kit.createApplication(mounted);
  const server = http.createServer(app);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address();
    const ask = async (line, headers, body) => {
      const answer = await over(port, agent)(request(line, headers, body));
      const isJson = /^application\/(?:problem\+)?json/.test(String(answer.headers['content-type']));
      return { ...answer, json: isJson && answer.body.length > 0 ? JSON.parse(String(plainBody(answer))) : undefined };
    };
    return await work({ app, router, mounted, kit, port, ask });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await close();
  }
}

/** Compare with the answers without the package; a failure shows the first that differs. */
function compare(answers, plain, { changes = [], sent }) {
  const changed = new Set(changes);
  const expected = (sent ? plain.filter(({ request: line, sentBody }) => sent(line, sentBody)) : plain).map((one) =>
    shown(one, changed),
  );
  const actual = answers.map((one) => shown(one, changed));
  for (const [at, one] of actual.entries()) expect(one).to.equal(expected[at]);
}
