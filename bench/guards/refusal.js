import { once } from 'node:events';
import { connect } from 'node:net';

const HEAD = [
  'POST /item0 HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
  'Content-Length: 102401',
  '',
  '',
].join('\r\n');

/**
 * How long the answer to a body that is announced too large takes, of which no byte is ever sent.
 *
 * @returns milliseconds from the end of the head to the answer, of each time
 */
export async function timeRefusals(port, times) {
  const taken = [];
  for (let time = 0; time < times; time++) taken.push(await timeOne(port));
  return taken;
}

// --- internal ---

async function timeOne(port) {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  const from = performance.now();
  socket.write(HEAD);
  const [answer] = await once(socket, 'data');
  const milliseconds = performance.now() - from;
  socket.destroy();
  if (!/^HTTP\/1\.1 413 /.test(answer)) throw new Error(`Answer: ${answer}`);
  return milliseconds;
}
