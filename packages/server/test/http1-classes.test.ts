import { execFileSync } from 'node:child_process';
import { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { makeHttp1Classes } from '../src/http1-classes.ts';
import { MAJORS } from './serve.ts';

class Request extends IncomingMessage {}

describe('HTTP/1 classes', () => {
  for (const [name, express] of MAJORS) {
    it(`are those of Node when they cannot be called without new (${name})`, () => {
      const app = express();
      const classes = makeHttp1Classes(app, { IncomingMessage: Request, ServerResponse });
      classes.update();
      expect(classes).to.include({ IncomingMessage: Request, ServerResponse });
    });
  }

  it('take no more than 1.25 times the memory of those of Node', function () {
    this.timeout(60_000);
    const file = fileURLToPath(new URL('./programs/weigh.ts', import.meta.url));
    const printed = execFileSync(process.execPath, [...process.execArgv, '--expose-gc', file], { encoding: 'utf8' });
    const { node, ours } = JSON.parse(printed) as { node: number; ours: number };
    expect(node).to.be.greaterThan(500);
    expect(ours / node, printed).to.be.lessThan(1.25);
  });
});
