import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { CLIENT } from './open-provider.ts';

const BUILT = fileURLToPath(new URL('../cjs/index.cjs', import.meta.url));

describe('the CommonJS build', () => {
  it('loads the library of the providers, which is an ES module', () => {
    const program = `
      const { createAuth, github } = require(${JSON.stringify(BUILT)});
      const providers = { github: github(${JSON.stringify(CLIENT)}) };
      const auth = createAuth({ models: {}, sendMail() {}, url: 'https://api.example.com', providers });
      const req = { url: '/oauth/github', path: '/oauth/github', baseUrl: '', headers: {} };
      const success = (_, { headers }) => console.log(headers.Location);
      auth.oauth({ req, res: { cookie() {} }, success }, 'github');`;
    const printed = execFileSync(process.execPath, ['--input-type=commonjs', '-e', program], { encoding: 'utf8' });
    expect(printed).to.match(/^https:\/\/github\.com\/login\/oauth\/authorize\?response_type=code&client_id=tracker&/);
  });
});
