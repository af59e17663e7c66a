import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { createServer } from '../src/create-server.ts';
import { gracefulShutdown } from '../src/graceful-shutdown.ts';
import { closeAfterEach, listen, talk } from './serve.ts';

/** A client in a thread of its own, which sends while the loop of the server is held: a request on a connection that was idle, and one on a new connection. */
const CLIENT = `
const { connect } = require('node:net');
const { parentPort, workerData: { port, sent } } = require('node:worker_threads');
const GET = 'GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n';
function open() {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let text = '';
  socket.on('data', (chunk) => { text += chunk; }).on('error', () => {});
  return { socket, closed: new Promise((resolve) => socket.on('close', () => resolve(text))) };
}
function tell() {
  Atomics.add(sent, 0, 1);
  Atomics.notify(sent, 0);
}
const idle = open();
idle.socket.write(GET);
idle.socket.once('data', () => parentPort.postMessage('idle'));
parentPort.once('message', async () => {
  const fresh = open();
  idle.socket.write(GET, tell);
  fresh.socket.once('connect', () => fresh.socket.write(GET, tell));
  parentPort.postMessage(await Promise.all([idle.closed, fresh.closed]));
});
`;

describe('requests that have arrived when a stop closes its connections', () => {
  closeAfterEach();

  it('are answered: on a connection that was idle, and on one that nobody has accepted yet', async () => {
    const server = createServer((_req, res) => res.end('answered'));
    const delay = 20;
    const { stop } = gracefulShutdown(server, { delay });
    const sent = new Int32Array(new SharedArrayBuffer(4));
    const client = new Worker(CLIENT, { eval: true, workerData: { port: await listen(server), sent } });
    await once(client, 'message');
    const over = performance.now() + delay + 10;
    const stopped = stop();
    client.postMessage('send');
    // Nothing of it is seen before the delay is over, and that is the first thing that happens then.
    while (Atomics.load(sent, 0) < 2) Atomics.wait(sent, 0, Atomics.load(sent, 0));
    while (performance.now() < over);
    const [[idle, fresh]] = await once(client, 'message');
    expect(idle).to.match(/keep-alive[\s\S]*answered[\s\S]*\r\nConnection: close\r\n[\s\S]*answered$/);
    expect(fresh).to.match(/\r\nConnection: close\r\n[\s\S]*answered$/);
    expect(await stopped).to.equal(true);
    await client.terminate();
  });

  it('are awaited for a moment on a connection that has just been opened', async () => {
    const server = createServer((_req, res) => res.end('answered'));
    const { stop } = gracefulShutdown(server);
    const accepted = once(server, 'connection');
    const { send, closed } = await talk(await listen(server));
    await accepted;
    const stopped = stop();
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await closed()).to.match(/\r\nConnection: close\r\n[\s\S]*answered$/);
    expect(await stopped).to.equal(true);
  });
});
