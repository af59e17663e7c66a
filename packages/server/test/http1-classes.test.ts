import { execFileSync } from 'node:child_process';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { makeHttp1Classes } from '../src/http1-classes.ts';
import { MAJORS } from './serve.ts';

class Request extends IncomingMessage {}

describe('classes of HTTP/1', () => {
  for (const [name, express] of MAJORS) {
    it(`have the prototypes of an application of ${name}`, () => {
      const app = express();
      const classes = makeHttp1Classes(app);
      const req = new classes.IncomingMessage({ readableHighWaterMark: 1 } as Socket);
      const res = new classes.ServerResponse(req);
      expect(Object.getPrototypeOf(req)).to.equal(app.request);
      expect(Object.getPrototypeOf(res)).to.equal(app.response);
      const plain = new IncomingMessage({ readableHighWaterMark: 1 } as Socket);
      const added = (ours: object, nodes: object) => Reflect.ownKeys(ours).filter((key) => !Object.hasOwn(nodes, key));
      expect(added(req, plain)).to.deep.equal(['route']);
      expect(added(res, new ServerResponse(plain))).to.deep.equal(['statusCode', 'statusMessage']);
      expect([res.statusCode, res.statusMessage, 'body' in req]).to.deep.equal([200, undefined, false]);
    });

    it(`of Node are taken where they cannot be called (${name})`, () => {
      const app = express();
      const classes = makeHttp1Classes(app, { IncomingMessage: Request, ServerResponse });
      classes.update();
      expect(classes).to.include({ IncomingMessage: Request, ServerResponse });
    });
  }

  it('make objects that have room for their fields', function () {
    this.timeout(60_000);
    const file = fileURLToPath(new URL('./programs/weigh.ts', import.meta.url));
    const printed = execFileSync(process.execPath, [...process.execArgv, '--expose-gc', file], { encoding: 'utf8' });
    const { node, ours } = JSON.parse(printed) as { node: number; ours: number };
    expect(node).to.be.greaterThan(500);
    expect(ours / node, printed).to.be.lessThan(1.25);
  });
});
