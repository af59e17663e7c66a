import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { Controller, type ControllerClass } from '../../src/index.ts';
import { onBothMajors } from '../serve.ts';

const rules = [['/thing/:id?', 'rest']] as const;

onBothMajors('a signal that is accessed late', (serve) => {
  /** Ask for `/thing`, and leave when the action says so, or when the answer begins; gives the signal that the action hands over. */
  async function leaveEarly(make: (hand: (signal: AbortSignal) => void, leave: () => void) => ControllerClass) {
    let leave: () => void = () => {};
    let hand: (signal: AbortSignal) => void = () => {};
    const handed = new Promise<AbortSignal>((resolve) => {
      hand = resolve;
    });
    const Thing = make(
      (signal) => hand(signal),
      () => leave(),
    );
    const server = serve({ rules, controllers: { thing: Thing } }).app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = request({ port, host: '127.0.0.1', path: '/thing' }).on('error', () => {});
    leave = () => client.destroy();
    client.on('response', leave).end();
    return handed.finally(() => server.close());
  }

  it('is aborted when the client has disconnected', async () => {
    const signal = await leaveEarly(
      (hand, leave) =>
        class extends Controller {
          async getAction() {
            leave();
            await once(this.res, 'close');
            hand(this.signal);
          }
        },
    );
    expect(signal.reason).to.be.an('error').with.property('message', 'The client has left.');
  });

  it('is aborted after the deadline', async () => {
    let signal: AbortSignal | undefined;
    let done: (value?: unknown) => void = () => {};
    const finished = new Promise((resolve) => {
      done = resolve;
    });
    class Thing extends Controller {
      async getAction() {
        await once(this.res, 'finish');
        signal = this.signal;
        done();
      }
    }
    await serve({ rules, controllers: { thing: Thing }, timeout: 10 })
      .agent.get('/thing')
      .expect(503);
    await finished;
    expect(signal?.reason).to.have.property('message', 'The request took longer than 10 ms.');
  });
});
