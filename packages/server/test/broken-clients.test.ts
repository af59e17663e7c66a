import { createServer as createPlain, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect } from 'chai';
import { createServer } from '../src/create-server.ts';
import { closeAfterEach, listen, MAJORS, talk } from './serve.ts';

type Listener = (req: IncomingMessage, res: ServerResponse) => void;

const POST = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n';

describe('clients that disconnect', () => {
  closeAfterEach();

  for (const [name, express] of MAJORS) {
    /** The events that a handler sees when its client disconnects. */
    async function record(
      create: (handler: Listener) => ReturnType<typeof createPlain>,
      part: string,
    ): Promise<string[]> {
      const events: string[] = [];
      let arrived: () => void = () => undefined;
      const running = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      let over: () => void = () => undefined;
      const closed = new Promise<void>((resolve) => {
        over = resolve;
      });
      const app = express().use((req, res) => {
        for (const event of ['aborted', 'error', 'close', 'end']) req.on(event, () => events.push(`req ${event}`));
        for (const event of ['error', 'close', 'finish']) res.on(event, () => events.push(`res ${event}`));
        res.on('close', () => setImmediate(over));
        req.resume();
        if (part.includes('answer')) res.write('begun');
        arrived();
      });
      const { send, socket } = await talk(await listen(create(app)));
      send(part.includes('body') ? `${POST}abc` : 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await running;
      socket.resetAndDestroy();
      await closed;
      return events.sort();
    }

    for (const part of ['a request', 'half a body', 'half an answer', 'half a body and half an answer']) {
      it(`cause the same events as with app.listen, after ${part} (${name})`, async () => {
        const ours = await record((app) => createServer(app), part);
        expect(ours).to.deep.equal(await record((app) => createPlain(app), part));
        expect(ours).to.include('res close');
      });
    }
  }
});
