import { channel } from 'node:diagnostics_channel';
import { expect } from 'chai';
import { ExpressRoute } from '../../src/parts/observe/express-route.ts';

describe('the route of Express that requests run in', () => {
  it('is not run while nothing traces Express', () => {
    expect(new ExpressRoute('/post/{id}')).to.include({ isTraced: false });
  });

  it('is run while something listens to the routes of Express', () => {
    const listen = (): void => undefined;
    const route = new ExpressRoute('/post/{id}');
    channel('tracing:express.router.request:start').subscribe(listen);
    expect(route.isTraced).to.equal(true);
    channel('tracing:express.router.request:start').unsubscribe(listen);
    expect(route.isTraced).to.equal(false);
  });
});
