import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { openService } from './open-service.ts';

// A service whose mail server takes forever: it tells its parent, which kills it then.
const service = await openService({
  store: process.argv[2] as string,
  sendMail: () => {
    process.send?.('mailing');
    return new Promise(() => {});
  },
});
const server = service.app.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.((server.address() as AddressInfo).port);
