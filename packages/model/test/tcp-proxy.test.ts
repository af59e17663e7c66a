import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { type TcpProxy, tcpProxy } from '../../../test/stores/tcp-proxy.ts';

describe('the TCP proxy of tests', () => {
  let echo: Server;
  let behind: Socket[];
  let proxy: TcpProxy;
  let clients: Socket[];

  beforeEach(async () => {
    behind = [];
    clients = [];
    echo = createServer((socket) => {
      behind.push(socket.on('error', () => {}));
      socket.pipe(socket);
    });
    await once(echo.listen(0, '127.0.0.1'), 'listening');
    proxy = await tcpProxy((echo.address() as AddressInfo).port);
  });

  afterEach(async () => {
    for (const client of clients) client.destroy();
    await proxy.close();
    echo.close();
  });

  async function client(): Promise<Socket> {
    const socket = connect(proxy.port, '127.0.0.1').on('error', () => {});
    clients.push(socket);
    await once(socket, 'connect');
    return socket;
  }

  const say = async (socket: Socket, text: string): Promise<string> => {
    socket.write(text);
    const [chunk] = await once(socket, 'data');
    return String(chunk);
  };

  const failure = async (socket: Socket): Promise<string> => {
    const [error] = await once(socket, 'error');
    return (error as NodeJS.ErrnoException).code ?? '';
  };

  it('passes everything through, and the end of it', async () => {
    const socket = await client();
    expect(await say(socket, 'hello')).to.equal('hello');
    socket.end();
    await once(socket, 'close');
    expect(socket.errored).to.equal(null);
  });

  it('passes more than fits into its buffers', async () => {
    const socket = await client();
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    socket.end(Buffer.alloc(5_000_000));
    await once(socket, 'end');
    expect(bytes).to.equal(5_000_000);
  });

  it('refuses new connections, keeps open ones, and takes new ones again on the same port', async () => {
    const before = await client();
    await say(before, 'hello');
    await proxy.refuse();
    const refused = connect(proxy.port, '127.0.0.1');
    expect(await failure(refused)).to.equal('ECONNREFUSED');
    expect(await say(before, 'still')).to.equal('still');
    await proxy.pass();
    expect(await say(await client(), 'again')).to.equal('again');
  });

  it('resets what is open, on both sides', async () => {
    const socket = await client();
    await say(socket, 'hello');
    const both = Promise.all([failure(socket), failure(behind[0] as Socket)]);
    proxy.cut();
    expect(await both).to.deep.equal(['ECONNRESET', 'ECONNRESET']);
    expect(await say(await client(), 'again')).to.equal('again');
  });

  it('swallows everything while it stalls, of old and new connections, and gives it out afterwards', async () => {
    const old = await client();
    await say(old, 'hello');
    proxy.stall();
    const answers: string[] = [];
    for (const socket of [old, await client()]) {
      socket.on('data', (chunk) => answers.push(String(chunk)));
      socket.write('waiting');
    }
    // Another way to the same target shows that time enough has passed.
    const { port } = echo.address() as AddressInfo;
    const direct = connect(port, '127.0.0.1');
    for (let n = 0; n < 50; n += 1) await say(direct, 'direct');
    direct.destroy();
    expect(answers).to.deep.equal([]);
    await proxy.pass();
    while (answers.length < 2) await Promise.race(clients.map((socket) => once(socket, 'data')));
    expect(answers).to.deep.equal(['waiting', 'waiting']);
  });

  it('delays what comes through', async () => {
    const socket = await client();
    await say(socket, 'hello');
    proxy.delay(60);
    const start = performance.now();
    await say(socket, 'slow');
    expect(performance.now() - start).to.be.at.least(115);
  });

  it('tells the target when a client is gone', async () => {
    const socket = await client();
    await say(socket, 'hello');
    const gone = once(behind[0] as Socket, 'close');
    socket.resetAndDestroy();
    await gone;
  });
});
