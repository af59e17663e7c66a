import { expect } from 'chai';
import { editApp } from '../../src/files/edit-app.ts';

const IMPORT = "import { auth } from './auth.js';";
const app = (...lines: string[]) =>
  [
    "import { createRestRouter } from '@rest-gen/router';",
    "import models from './config/model.js';",
    ...lines,
    '',
  ].join('\n');
const ROUTER = 'const router = createRestRouter({ model: models });';

describe('the file of an application', () => {
  it('gets the import, the part and the middleware, in its own words', () => {
    const { source, missing } = editApp(
      app(ROUTER, 'server.use(cors({ origin: [page] })); // pages', '// The resources.', 'server.use(router);'),
      IMPORT,
    );
    expect(missing).to.eql([]);
    expect(source).to.equal(
      [
        "import { createRestRouter } from '@rest-gen/router';",
        IMPORT,
        "import models from './config/model.js';",
        'const router = createRestRouter({ model: models, parts: [auth.part] });',
        'server.use(cors({ origin: [page], credentials: true })); // pages',
        '// Who sends a request: `req.user`.',
        'server.use(auth.authenticate);',
        '// The resources.',
        'server.use(router);',
        '',
      ].join('\n'),
    );
    expect(editApp(source, IMPORT)).to.include({ source }).and.deep.include({ missing: [] });
  });

  it('keeps the parts that it has', () => {
    const { source } = editApp(app('const router = createRestRouter({ parts: [other] });', 'app.use(router);'), IMPORT);
    expect(source).to.contain('parts: [other, auth.part] }');
  });

  for (const options of ['', '{ origin: true }', "{ origin: '*' }", '{ maxAge: 600 }', 'options']) {
    it(`sends no cookie to all origins: cors(${options})`, () => {
      const { source, missing } = editApp(app(ROUTER, `app.use(cors(${options}));`, 'app.use(router);'), IMPORT);
      expect(source).to.contain(`cors(${options})`).and.contain('app.use(auth.authenticate);');
      expect(missing).to.eql(['cors({ origin: […], credentials: true })']);
    });
  }

  for (const [name, lines] of [
    ['another auth', ["import { auth } from 'other';", ROUTER, 'app.use(router);']],
    ['a constant auth', ['const auth = 1;', ROUTER, 'app.use(router);']],
    ['a router that is used before CORS', [ROUTER, 'app.use(router);', 'app.use(cors({ origin: [] }));']],
  ] as const) {
    it(`is not changed where it cannot work: ${name}`, () => {
      const { source, missing } = editApp(app(...lines), IMPORT);
      expect(missing.join()).to.contain('app.use(auth.authenticate)');
      expect(source).not.to.contain('auth.authenticate');
    });
  }
});
