import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Controller, DataError } from '../../src/index.ts';
import { onExpress5 } from '../serve.ts';

onExpress5('the log of an outage', (serve) => {
  it('has one entry for each reason, and a line a second with the number of the others', async () => {
    class Post extends Controller {
      getAction(): never {
        throw new DataError('unavailable', `${this.get('why')} is away`);
      }
    }
    const { agent } = serve({ rules: [['/post', 'rest']], controllers: { post: Post } });
    const { error } = console;
    const entries: string[] = [];
    process.env.NODE_ENV = 'production';
    console.error = (entry: string) => entries.push(entry);
    const whole = () => entries.filter((entry) => entry.startsWith('GET /post?why='));
    const counted = () =>
      entries.map((entry) => Number(/: (\d+) more requests? within a second$/.exec(entry)?.[1] ?? 0));
    const sum = () => counted().reduce((one, other) => one + other, whole().length);
    try {
      await agent.get('/post?why=first').set('X-Request-Id', 'r-1').expect(503);
      for (let time = 1; time < 50; time += 1) await agent.get('/post?why=first').expect(503);
      await agent.get('/post?why=second').expect(503);
      while (sum() < 51) await sleep(20);
    } finally {
      console.error = error;
    }
    expect(whole()[0]).to.match(/^GET \/post\?why=first \(request r-1\): E_UNAVAILABLE: .*\nDataError: first is away/);
    expect(whole().at(-1)).to.match(/second is away/);
    expect(entries.length, 'much less than 51').to.be.below(20);
    const line = entries.find((entry) => / more requests? within a second$/.test(entry));
    expect(line)
      .to.match(/^E_UNAVAILABLE: .* \(DataError: first is away\): \d+ more/)
      .and.not.to.include('\n');
  });
});
