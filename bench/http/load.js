import { connect } from 'node:net';

// The generator: a process of its own, which the run commands. It keeps 32 connections, sends the next request of one when its answer is there,
// and compares the status and the length of every answer with what the check has seen.

const CONNECTIONS = 32;

/** @type {{ socket: import('node:net').Socket, got: number }[]} */
let connections = [];

process.on('message', async ({ command, ...options }) => {
  process.send(await { open, run, close }[command](options));
});

// --- internal ---

function open({ port }) {
  connections = Array.from({ length: CONNECTIONS }, () => ({ socket: connect(port, '127.0.0.1'), got: 0 }));
  for (const { socket } of connections) socket.setNoDelay(true);
  return Promise.all(connections.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve)))).then(
    () => ({ opened: CONNECTIONS }),
  );
}

function close() {
  for (const { socket } of connections) socket.destroy();
  return { closed: CONNECTIONS };
}

/** Send `requests` requests; every answer has `status` and `length` bytes, head and body. */
function run({ request, requests, status, length }) {
  const bytes = Buffer.from(request);
  const begin = Buffer.from(`HTTP/1.1 ${status} `);
  let left = requests;
  let open = Math.min(CONNECTIONS, requests);
  const from = process.hrtime.bigint();
  const cpu = process.cpuUsage();
  return new Promise((resolve) => {
    const finish = (error) => {
      for (const { socket } of connections) socket.removeAllListeners('data').removeAllListeners('close');
      const seconds = Number(process.hrtime.bigint() - from) / 1e9;
      const { user, system } = process.cpuUsage(cpu);
      resolve({ error, seconds, busy: (user + system) / 1e6 / seconds });
    };
    for (const connection of connections.slice(0, open)) {
      const { socket } = connection;
      const next = () => {
        if (left-- > 0) socket.write(bytes);
        else if (--open === 0) finish();
      };
      socket.on('close', () => finish('A connection was closed.'));
      socket.on('data', (chunk) => {
        if (connection.got === 0 && begin.compare(chunk, 0, begin.byteLength) !== 0) finish(`Answer: ${chunk}`);
        connection.got += chunk.byteLength;
        if (connection.got < length) return;
        if (connection.got > length) finish(`An answer of ${connection.got} bytes in place of ${length}.`);
        connection.got = 0;
        next();
      });
      next();
    }
  });
}
