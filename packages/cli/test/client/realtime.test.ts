import { once } from 'node:events';
import { createDataProvider, type RealtimeEvent } from '@rest-gen/client/react-admin';
import { expect } from 'chai';
import { createApi } from './changing/api.ts';
import { refusal } from './refusal.ts';
import { control, data, put, refuse, remove, says, serveWire, stream, type Wire } from './serve-wire.ts';

describe('the realtime methods of react-admin', () => {
  let wire: Wire;
  afterEach(() => wire.close());

  const open = async (...answers: Parameters<typeof serveWire>[0]) => {
    wire = await serveWire(answers);
    return createDataProvider(createApi({ baseUrl: wire.url }));
  };
  /** Keeps events, and waits for a number of them. */
  const collect = () => {
    const events: RealtimeEvent[] = [];
    let onEvent = () => {};
    return {
      callback: (event: RealtimeEvent) => {
        events.push(event);
        onEvent();
      },
      take: async (count: number) => {
        while (events.length < count) await new Promise<void>((resolve) => (onEvent = resolve));
        return events.map(({ topic, type, payload: { ids } }) => `${topic} ${type} ${JSON.stringify(ids)}`);
      },
      events,
    };
  };

  it('tell what happens to records, over one connection', async () => {
    let closed: Promise<unknown> | undefined;
    const provider = await open((res) => {
      stream(res, control('a1'), data([put({ id: 7 }), put({ id: 8 }, 'update'), remove(7), remove('x')], 'a2'));
      closed = once(res, 'close');
    });
    const [all, one] = [collect(), collect()];
    await provider.subscribe('resource/issue', all.callback);
    await provider.subscribe('resource/issue/7', one.callback);
    expect(await all.take(4)).to.eql([
      'resource/issue created [7]',
      'resource/issue updated [8]',
      'resource/issue deleted [7]',
      'resource/issue deleted ["x"]',
    ]);
    expect(await one.take(2)).to.eql(['resource/issue/7 created [7]', 'resource/issue/7 deleted [7]']);
    expect(all.events[0]?.date).to.be.instanceOf(Date);
    expect(wire.requests).to.eql([{ offset: 'now', live: 'sse' }]);
    // The last one closes the connection.
    await provider.unsubscribe('resource/issue', all.callback);
    await provider.unsubscribe('resource/issue/7', one.callback);
    await closed;
  });

  it('say that all may have changed where changes were missed', async () => {
    const provider = await open(
      (res) => {
        stream(res, control('a1'));
        res.end();
      },
      refuse(410, 'E_OFFSET_GONE'),
      (res) => {
        const again = data([says('reset'), says('snapshot-start'), put({ id: 1 }), says('snapshot-end')], 'a8');
        stream(res, again, data([put({ id: 7 })], 'b1'));
      },
    );
    const [all, one] = [collect(), collect()];
    await provider.subscribe('resource/issue', all.callback);
    await provider.subscribe('resource/issue/7', one.callback);
    expect(await all.take(2)).to.eql(['resource/issue updated []', 'resource/issue created [7]']);
    expect(await one.take(2)).to.eql(['resource/issue/7 updated [7]', 'resource/issue/7 created [7]']);
    await provider.unsubscribe('resource/issue', all.callback);
    await provider.unsubscribe('resource/issue/7', one.callback);
  });

  it('refuse other topics, and events of users', async () => {
    const provider = await open(refuse(500, ''));
    for (const topic of ['resource/comment', 'resource/unknown/7', 'chat/7', 'resource/']) {
      expect(String(await refusal(provider.subscribe(topic, () => {}))), topic).to.contain('static changes');
      await provider.unsubscribe(topic, () => {});
    }
    expect(await refusal(provider.publish('resource/issue', {}))).to.be.instanceOf(Error);
    expect(wire.requests).to.eql([]);
  });
});
