import { expect } from 'chai';
import { createApi } from './api.ts';
import { cutConnections } from './cutting-proxy.ts';
import { serveIssues } from './serve-issues.ts';

describe('10,000 creates through a proxy that cuts connections after the commit', function () {
  this.timeout(120_000);

  it('give exactly 10,000 records', async () => {
    const service = await serveIssues();
    const proxy = await cutConnections(service.url, (index) => index % 10 === 0);
    const api = createApi({ baseUrl: proxy.url });
    const titles = Array.from({ length: 10_000 }, (_, index) => `Issue ${index}`);
    const left = [...titles];
    const work = async () => {
      for (let title = left.pop(); title !== undefined; title = left.pop()) {
        expect(await api.issue.create({ title })).to.include({ title });
      }
    };
    await Promise.all(Array.from({ length: 50 }, work));
    expect(await service.models.model('issue').count()).to.equal(10_000);
    expect(proxy.cuts).to.be.above(1_000);
    proxy.close();
    await service.close();
  });
});
