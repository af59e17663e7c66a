import { expect } from 'chai';
import { keepQuiet } from '../../router/test/serve.ts';
import { networkOf } from '../src/network.ts';
import { openService, PASSWORD, type Service } from './open-service.ts';

describe('attempts', () => {
  keepQuiet();
  let service: Service;
  const wrong = (email: string, headers: Record<string, string> = {}) =>
    service.agent.post('/session').set(headers).send({ email, password: 'wrong' });

  afterEach(() => service.close());

  it('to one account are limited, also at the same moment, whether it exists or not', async () => {
    service = await openService();
    await service.signedIn('ann@example.com');
    for (const email of ['ann@example.com', 'nobody@example.com']) {
      const answers = await Promise.all(Array.from({ length: 14 }, () => wrong(email)));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).to.eql([...Array(10).fill(401), ...Array(4).fill(429)]);
      const last = await service.agent.post('/session').send({ email: email.toUpperCase(), password: PASSWORD });
      expect(last.status).to.equal(429);
      expect(last.body.code).to.equal('E_ATTEMPTS');
      expect(Number(last.headers['retry-after'])).to.be.within(800, 900);
    }
  });

  it('count again after a quarter of an hour, and after a success', async () => {
    service = await openService({ attempts: { account: 2 } });
    await service.signedIn('ann@example.com');
    await wrong('ann@example.com').expect(401);
    await service.agent.post('/session').send({ email: 'ann@example.com', password: PASSWORD }).expect(201);
    await wrong('ann@example.com').expect(401);
    await wrong('ann@example.com').expect(429);
    await service.models
      .model('attempt')
      .where({ count: { gt: 0 } })
      .update({ expires_at: new Date() });
    await wrong('ann@example.com').expect(401);
  });

  it('from one network are limited, with each address that it has', async () => {
    service = await openService({
      attempts: { network: 3 },
      before: (app) => app.set('trust proxy', true),
    });
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    for (const [count, status] of [
      [1, 401],
      [2, 401],
      [3, 401],
      [4, 429],
    ] as const)
      await wrong(`${count}@example.com`, from(`2001:db8:1:2:${count}::1`)).expect(status);
    await wrong('5@example.com', from('2001:db8:1:3::1')).expect(401);
    await service.agent
      .post('/user')
      .set(from('2001:db8:1:2::'))
      .send({ email: 'a@b.de', password: PASSWORD })
      .expect(429);
    await service.agent.post('/password').set(from('2001:db8:1:2::')).send({ email: 'a@b.de' }).expect(429);
  });

  it('to get mails are limited for each address, and the answer does not tell', async () => {
    service = await openService({ attempts: { mail: 2 } });
    await service.signedIn('ann@example.com');
    for (let count = 0; count < 4; count += 1)
      await service.agent.post('/password').send({ email: 'ann@example.com' }).expect(202);
    await service.router.close();
    const mails = await service.models.model('token').where({ kind: 'reset' }).count();
    expect(mails).to.equal(1);
  });
});

describe('networkOf', () => {
  const CASES: [address: string | undefined, network: string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:db8:1::5:6:7', '2001:db8:1:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    [undefined, ''],
    ['a socket', 'a socket'],
  ];
  for (const [address, network] of CASES)
    it(`${address} → ${network}`, () => expect(networkOf(address)).to.equal(network));
});
