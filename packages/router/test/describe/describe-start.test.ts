import { expect } from 'chai';
import { createRestRouter } from '../../../inspect/test/create-router.ts';
import { Controller, definePolicy, type RestRouterOptions } from '../../src/index.ts';
import { keepQuiet } from '../serve.ts';

class Post extends Controller {
  getAction() {}
  postAction() {}
  putAction() {}
}
class Lost extends Controller {
  getAction() {}
}
const logics = { post: {} };
const one: RestRouterOptions = { rules: [['/post/:id?', 'rest']], controllers: { post: Post }, logics };

describe('the line at start', () => {
  keepQuiet();

  for (const [what, options, line] of [
    // GET and POST of the collection, GET and PUT of a record.
    ['what was loaded', one, '1 rule → 1 controller, 4 operations'],
    ['none of anything', { rules: [], controllers: {} }, '0 rules → 0 controllers, 0 operations'],
    [
      'policies',
      { ...one, policies: { post: definePolicy('everyone'), tag: definePolicy('nobody') } },
      '1 rule → 1 controller, 4 operations, 2 policies',
    ],
    [
      'one policy',
      { ...one, policies: { post: definePolicy('user') } },
      '1 rule → 1 controller, 4 operations, 1 policy',
    ],
    ['no policy of none', { ...one, policies: {} }, '1 rule → 1 controller, 4 operations'],
    [
      'one warning',
      {
        rules: [
          ['/post/:id?', 'rest'],
          ['/a', 'rst'],
        ],
        controllers: { post: Post, lost: Lost },
        logics,
      },
      '1 rule (1 skipped) → 2 controllers, 6 operations, 1 warning: npx rest-gen check',
    ],
    [
      'several',
      {
        rules: [
          {
            match: '/a',
            rules: [
              ['/post', 'rest'],
              ['/post/x', 'post', 'rest'],
            ],
          },
        ],
        controllers: { post: Post, lost: Lost },
        logics,
      },
      '2 rules → 2 controllers, 6 operations, 2 warnings: npx rest-gen check',
    ],
  ] as [string, RestRouterOptions, string][]) {
    it(`reports ${what}: ${line}`, () => {
      const lines: string[] = [];
      createRestRouter({ ...options, log: (text) => lines.push(text) });
      expect(lines).to.deep.equal([line]);
    });
  }

  it('is not printed when the start fails', () => {
    const lines: string[] = [];
    const log = (text: string) => lines.push(text);
    expect(() => createRestRouter({ rules: [['/tag', 'rest']], controllers: { post: Post }, log })).to.throw(
      'E_RULE_CONTROLLER',
    );
    expect(lines).to.deep.equal([]);
  });

  for (const [env, printed] of [
    [undefined, true],
    ['development', true],
    ['test', false],
    ['production', false],
  ] as const) {
    it(`is ${printed ? '' : 'not '}printed on stderr when NODE_ENV is ${env}`, () => {
      if (env === undefined) delete process.env.NODE_ENV;
      else process.env.NODE_ENV = env;
      expect(stderrOf(() => createRestRouter(one))).to.equal(printed ? '1 rule → 1 controller, 4 operations\n' : '');
      expect(stderrOf(() => createRestRouter({ ...one, log: false }))).to.equal('');
    });
  }
});

/** What is written to stderr while `work` runs. */
function stderrOf(work: () => void): string {
  const { write } = process.stderr;
  let text = '';
  process.stderr.write = ((chunk: string) => {
    text += chunk;
    return true;
  }) as typeof write;
  try {
    work();
  } finally {
    process.stderr.write = write;
  }
  return text;
}
