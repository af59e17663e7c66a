// A program that tests stop by signals: its mode says how it behaves.
import type { AddressInfo } from 'node:net';
import { createServer, gracefulShutdown } from '../../src/index.ts';

const mode = process.argv[2];
const server = createServer((req, res) => {
  if (req.url === '/hang') process.stdout.write('hanging\n');
  else res.end('answer');
});
gracefulShutdown(server, {
  timeout: mode === 'deadline' ? 100 : 20_000,
  onSignal: (signal) => {
    process.stdout.write(`goodbye ${signal}\n`);
    if (mode === 'rude') throw new Error('no goodbye');
  },
  close: [
    () => void process.stdout.write('closed\n'),
    () => {
      if (mode === 'failing') throw new Error('lost');
    },
  ],
});
if (mode === 'two') {
  const other = createServer(() => undefined).listen(0, '127.0.0.1');
  const close = () =>
    new Promise((resolve) => setTimeout(resolve, 300)).then(() => process.stdout.write('other closed\n'));
  gracefulShutdown(other, { close: [close] });
}
// Nothing of the program keeps it from exiting.
setInterval(() => undefined, 1_000);
server.listen(0, '127.0.0.1', () => process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`));
