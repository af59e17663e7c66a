import { ApiError } from '@rest-gen/client';
import { expect } from 'chai';
import { createApi } from './changing/api.ts';
import { control, data, list, put, refuse, remove, says, serveWire, stream, type Wire } from './serve-wire.ts';

/** Any record: the tests look at the order. */
type Row = never;

describe('a live list in the client', () => {
  let wire: Wire | undefined;
  afterEach(() => wire?.close());

  const serve = async (...answers: Parameters<typeof serveWire>[0]) => {
    wire = await serveWire(answers);
    return createApi({ baseUrl: wire.url });
  };
  type Live = ReturnType<ReturnType<typeof createApi>['issue']['live']>;
  const ids = ({ records }: Live) => records.map(({ id }) => id);
  /** Resolves when a list is as a test expects. */
  const until = (live: Live, holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!holds()) return;
        end();
        resolve();
      };
      const end = live.subscribe(look);
      look();
    });

  it('is the list, and follows its changes', async () => {
    const api = await serve((res) => {
      stream(res, list([{ id: 2 }, { id: 10 }, { id: 1 }], 'a1'));
      res.write(data([put({ id: 9 }), remove(2), put({ id: 1, title: 'New' } as Row, 'update')], 'a2'));
    });
    const live = api.issue.live();
    expect([live.records, live.isConnected, live.error]).to.eql([[], false, undefined]);
    await live.ready;
    expect(live.isConnected).to.equal(true);
    await until(live, () => ids(live).includes(9));
    expect(ids(live)).to.eql([1, 9, 10]);
    expect(live.records[0]?.title).to.equal('New');
    live.close();
  });

  it('has another array after each change, for useSyncExternalStore', async () => {
    let send = (_: string): unknown => undefined;
    const api = await serve((res) => {
      stream(res, list([{ id: 1 }], 'a1'));
      send = (text) => res.write(text);
    });
    const store = api.issue.live();
    await store.ready;
    const before = store.records;
    expect(store.records).to.equal(before);
    let calls = 0;
    const count = () => {
      calls += 1;
    };
    const ends = [store.subscribe(count), store.subscribe(count)];
    ends[0]?.();
    ends[0]?.();
    send(data([put({ id: 2 }), put({ id: 3 }), remove(1)], 'a2'));
    await until(store, () => store.records !== before);
    expect([ids(store), before.length, calls]).to.eql([[2, 3], 1, 1]);
    store.close();
  });

  it('keeps what it has until the list has come again', async () => {
    let goOn = () => {};
    const api = await serve(
      (res) => {
        stream(res, list([{ id: 1 }, { id: 2 }], 'a1'));
        setImmediate(() => res.destroy());
      },
      refuse(410, 'E_OFFSET_GONE'),
      (res) => {
        stream(res, data([says('snapshot-start'), put({ id: 3 })]));
        goOn = () =>
          res.write(data([put({ id: 2 }), remove(3), put({ id: 4 }), says('snapshot-end'), remove(4)], 'b1'));
      },
    );
    const live = api.issue.live();
    await live.ready;
    const seen: number[][] = [];
    const states: boolean[] = [];
    live.subscribe(() => {
      if (states.at(-1) !== live.isConnected) states.push(live.isConnected);
      if (String(seen.at(-1)) !== String(ids(live))) seen.push(ids(live));
    });
    await until(live, () => live.isConnected && wire?.requests.length === 3);
    expect(ids(live)).to.eql([1, 2]);
    goOn();
    await until(live, () => ids(live).length === 1);
    expect([seen.at(-1), states]).to.eql([[2], [false, true]]);
    for (const shown of seen.slice(0, -1)) expect(shown).to.eql([1, 2]);
    live.close();
  });

  it('says why it has ended', async () => {
    const api = await serve(refuse(403, 'E_FORBIDDEN'));
    const live = api.issue.live();
    const error = await live.ready.then(
      () => undefined,
      (reason) => reason,
    );
    expect(error).to.be.instanceOf(ApiError).and.include({ status: 403 });
    expect(live.error).to.equal(error);
    // Without anybody who waits: no unhandled rejection.
    const ignored = api.issue.live();
    await until(ignored, () => ignored.error !== undefined);
  });

  it('ends with its signal, and when it is closed', async () => {
    const api = await serve((res) => stream(res));
    const controller = new AbortController();
    const all = [
      api.issue.live({ signal: controller.signal }),
      api.issue.live(),
      api.issue.live({ signal: AbortSignal.abort() }),
    ];
    controller.abort();
    all[1]?.close();
    for (const live of all) {
      const reason = await live.ready.catch((error) => error);
      expect(reason).to.include({ name: 'AbortError' });
      expect(live.error).to.equal(undefined);
    }
  });

  describe('is in the order of the service', () => {
    const sorted = async (sort: string | undefined, records: object[]) => {
      const api = await serve((res) => stream(res, list(records as { id: number }[], 'a1')));
      const live = api.issue.live({ sort: sort as 'id' });
      await live.ready;
      live.close();
      return ids(live);
    };

    it('by sort, with null first, then by key in the same direction', async () => {
      const records = [
        { id: 1, state: 'open', due: 'b' },
        { id: 2, state: 'done', due: null },
        { id: 10, state: 'open', due: null },
        { id: 3, state: 'open', due: 'a' },
      ];
      expect(await sorted('due', records)).to.eql([2, 10, 3, 1]);
      expect(await sorted('-due', records)).to.eql([1, 3, 10, 2]);
      const api = await serve((res) => stream(res, list(records, 'a1')));
      const live = api.issue.live({ sort: ['-state', 'id'] });
      await live.ready;
      expect(ids(live)).to.eql([1, 3, 10, 2]);
      live.close();
    });

    it('text by code points, keys as numbers where they are', async () => {
      const titles = ['b', 'B', 'a', 'ä', '\u{1f600}', '\uffee', 'aa', ''];
      const records = titles.map((title, id) => ({ id, title }));
      const expected = [...records].sort((a, b) => Buffer.compare(Buffer.from(a.title), Buffer.from(b.title)));
      expect(await sorted('title', records)).to.eql(expected.map(({ id }) => id));
      const keys = ['10', '9', '-1', '9007199254740993', '9007199254740992', '1,b', '1,a', '1,10', '1,9'];
      const written = await sorted(
        undefined,
        keys.map((id) => ({ id })),
      );
      expect(written.indexOf('9' as never)).to.be.below(written.indexOf('10' as never));
      expect(written).to.eql(['-1', '1,9', '1,10', '1,a', '1,b', '9', '10', '9007199254740992', '9007199254740993']);
    });

    it('or says what is missing for it', async () => {
      const error = await sorted('commentCount', [{ id: 1 }, { id: 2 }]).catch((reason) => reason);
      expect(error).to.be.instanceOf(TypeError);
      expect(String(error)).to.contain('commentCount');
    });
  });

  it('is equal to the list at the end, however often the connection is cut', async () => {
    const log: string[] = [];
    const records = new Map<number, { id: number; votes: number }>();
    const write = (step: number) => {
      const id = (step * 7) % 13;
      const value = { id, votes: step };
      const isThere = records.has(id);
      if (isThere && step % 3 === 0) records.delete(id);
      else records.set(id, value);
      log.push(
        data([records.has(id) ? put(value, isThere ? 'update' : 'insert') : remove(id)], offsetOf(log.length + 1)),
      );
    };
    const offsetOf = (position: number) => String(position).padStart(6, '0');
    for (let step = 0; step < 20; step += 1) write(step);
    let connections = 0;
    const api = await serve((res, req) => {
      connections += 1;
      const offset = new URL(req.url ?? '', 'http://localhost').searchParams.get('offset');
      if (connections < 60) for (let step = 0; step < 5; step += 1) write(connections * 5 + step);
      const changes = log.slice(offset === '-1' ? log.length : Number(offset)).join('');
      const text = `retry: 0\n\n${offset === '-1' ? list([...records.values()], offsetOf(log.length)) : changes}`;
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      const whole = Buffer.from(text + control(offsetOf(log.length)));
      if (connections >= 60) return res.write(whole);
      // Somewhere in the middle of it.
      res.write(whole.subarray(0, (connections * 97) % whole.length));
      setImmediate(() => res.destroy());
    });
    const live = api.issue.live({ sort: '-votes' as never });
    await until(live, () => {
      const expected = [...records.values()].sort((a, b) => b.votes - a.votes);
      return connections >= 60 && JSON.stringify(live.records) === JSON.stringify(expected);
    });
    live.close();
  });
});
