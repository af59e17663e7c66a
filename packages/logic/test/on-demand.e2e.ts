import { execFileSync } from 'node:child_process';
import { expect } from 'chai';

/** Runs in another process: this one has loaded both packages. */
const PROGRAM = `
const { createRequire } = await import('node:module');
const { compileLogic } = await import(${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)});
const loaded = () => Object.keys(createRequire(import.meta.url).cache).map((file) => /node_modules.(ajv|validator).(?:dist|lib).(\\w+)/.exec(file)?.slice(1).join('/')).filter(Boolean);
const fields = { title: { required: true, string: true }, mail: { email: true } };
const action = compileLogic({ postAction: { body: fields } }).action('postAction');
const atStart = loaded();
action.run({ body: { title: 'x' } });
const inRequest = loaded();
let refused;
try {
  compileLogic({ postAction: { body: { name: { alpha: { locale: 'xx-YY' } } } } });
} catch ({ code }) {
  refused = code;
}
console.log(JSON.stringify({ atStart, ajv: inRequest.includes('ajv/core'), schema2020: inRequest.includes('ajv/2020'), refused }));
`;

describe('Ajv and validator', () => {
  it('are loaded by the first request or declaration that needs them, and not as a whole', () => {
    const argv = [...process.execArgv, '--input-type=module', '--eval', PROGRAM];
    expect(JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' }))).to.deep.equal({
      atStart: [],
      ajv: true,
      schema2020: false,
      refused: 'E_LOGIC_ARGUMENT',
    });
  }).timeout(20_000);
});
