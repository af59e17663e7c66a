import { once } from 'node:events';
import { get as getHttps } from 'node:https';
import { expect } from 'chai';
import { createServer } from '../src/create-server.ts';
import { closeAfterEach, listen, MAJORS, TLS } from './serve.ts';

describe('HTTPS', () => {
  closeAfterEach();
  for (const [name, express] of MAJORS) {
    it(`gives requests the prototypes of an ${name} application`, async () => {
      const app = express();
      const seen: boolean[] = [];
      app.get('/', (req, res) => void res.json([req.protocol, req.secure]));
      const server = createServer(app, { https: TLS });
      server.prependListener('request', (req) => void seen.push(Object.getPrototypeOf(req) === app.request));
      const request = getHttps({ port: await listen(server), ca: TLS.cert, host: 'localhost', agent: false });
      const [response] = await once(request, 'response');
      expect(String(await response.setEncoding('utf8').toArray())).to.equal('["https",true]');
      expect(seen).to.deep.equal([true]);
    });
  }
});
