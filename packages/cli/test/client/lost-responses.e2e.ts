import { expect } from 'chai';
import { createApi } from './api.ts';
import { type CuttingProxy, cutConnections } from './cutting-proxy.ts';
import { type Service, serveIssues } from './serve-issues.ts';

/** `CREATES=10000` for a longer run. */
const COUNT = Number(process.env.CREATES ?? 2_000);

describe(`${COUNT} creates through a proxy that cuts connections after the commit`, function () {
  this.timeout(120_000);

  let service: Service;
  let proxy: CuttingProxy;
  before(async () => {
    service = await serveIssues();
    proxy = await cutConnections(service.url, (index) => index % 10 === 0);
  });
  after(async () => {
    proxy.close();
    await service.close();
  });

  it('give exactly as many records', async () => {
    // With the 4 of default, one of 10,000 creates is cut five times in every tenth run.
    const api = createApi({ baseUrl: proxy.url, retries: 10 });
    const titles = Array.from({ length: COUNT }, (_, index) => `Issue ${index}`);
    const left = [...titles];
    const work = async () => {
      for (let title = left.pop(); title !== undefined; title = left.pop()) {
        expect(await api.issue.create({ title })).to.include({ title });
      }
    };
    await Promise.all(Array.from({ length: 50 }, work));
    expect(await service.models.model('issue').count()).to.equal(COUNT);
    expect(proxy.cuts).to.be.above(COUNT / 10);
  });
});
