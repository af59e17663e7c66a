import { defineLogic } from '@rest-gen/logic';
import type { ModelProvider, Repository, Row } from '@rest-gen/model/core';
import { expect } from 'chai';
import { Controller } from '../../../router/src/controller.ts';
import type { RuleConfig } from '../../../router/src/core/parse/types.ts';
import type { RestRouterOptions } from '../../../router/src/options.ts';
import { removeProjects, writeProject } from '../../../router/test/load/project.ts';
import { memoryModels, type Tables } from '../../../router/test/memory-models.ts';
import { describedModels } from '../../../router/test/relations/described-models.ts';
import { checkProject } from '../../src/check/check-project.ts';
import type { Finding } from '../../src/check/finding.ts';
import { CHECK_CODES } from '../../src/check/finding.ts';

after(removeProjects);

class Whole extends Controller {
  getAction() {}
  postAction() {}
  putAction() {}
  patchAction() {}
  deleteAction() {}
}
class Collection extends Controller {
  postAction() {}
}
class Reading extends Controller {
  getAction() {}
}
class Caller extends Controller {
  override __call() {}
}
class Fields extends Controller {
  getAction = async () => 1;
  putAction() {
    // An assignment in a method makes no field of it.
    const putAction = 1;
    return putAction;
  }
}
class Singleton extends Whole {
  static singleton = true;
}
class Including extends Reading {
  static include = {
    comments: { include: { author: { table: 'blog_user' } } },
    tags: { through: 'post_tag' },
  };
}
class Custom extends Whole {
  archiveAction() {}
}

class Mapping extends Whole {
  override async writable() {
    return {};
  }
}

/** The base class of a project has `addRecords`; one between it and a controller decides with its own. */
class Base extends Whole {
  override async addRecords(list: readonly object[]) {
    return super.addRecords(list as never);
  }
}
class Adding extends Base {
  override async addRecords() {
    return [];
  }
}

class Empty extends Controller {}
class Slips extends Whole {
  static sunest = undefined;
  static table = 'post';
  gteAction() {}
  before() {}
  setAction() {}
  batchAction() {}
}

const known = { user: Whole, 'v1/user': Whole, me: Whole };

/** Rules, with what else there is; and the findings: code, level, rule, example. */
// biome-ignore format: a table
const ROWS: readonly [string, readonly RuleConfig[], Omit<RestRouterOptions, 'rules'>, string[]][] = [
  ['nothing', [['/user/:id?', 'rest']], { controllers: { user: Whole } }, []],
  [
    'rules that do not parse, all of them, and the rest of their groups',
    [
      ['/a(', 'rest'],
      {
        match: '/g',
        rules: [
          ['nope', 'user', 'rest'],
          ['/g/none', 'rest'],
        ],
      },
      { match: 3, rules: [] } as never,
    ],
    { controllers: { user: Whole } },
    ['E_RULE_PATTERN error 1', 'E_RULE_PATTERN error 2.1', 'E_RULE_SHAPE error 3', 'E_RULE_CONTROLLER error 2.2'],
  ],
  [
    'captures that are not there, and expressions that can hang',
    [
      [/\/user/, 'user?id=:1', 'rest'],
      [/\/(a+)+b/, 'user', 'rest'],
    ],
    { controllers: { user: Whole } },
    ['E_RULE_SLOT error 1', 'E_RULE_SLOW error 2'],
  ],
  [
    'a rule in the shadow of an earlier one, with a path',
    [
      ['/user/:id?', 'rest'],
      ['/user/me', '/me', 'rest'],
    ],
    { controllers: { user: Whole, me: Singleton } },
    ['C_RULE_SHADOWED warning 2 /user/me'],
  ],
  ['a literal that clients send encoded', [['/café/:id?', '/user', 'rest']], { controllers: { user: Whole } }, ['C_RULE_ENCODED warning 1']],
  [
    'a rule in the shadow of several together',
    [
      [/\/user\/(\d+)/i, 'user?id=:1', 'rest'],
      [/\/user\/(\d*\D.*)/i, 'user?id=:1', 'rest'],
      ['/user/:id', '/user', 'rest'],
    ],
    { controllers: { user: Whole } },
    ['C_RULE_SHADOWED warning 3 /user/1'],
  ],
  ['nothing of special cases in front', [['/user/me', '/me', 'rest'], ['/user/:id?', 'rest']], { controllers: { user: Whole, me: Singleton } }, []],
  [
    'paths that two rules claim for different controllers',
    [
      ['/:name/1', '/me', 'rest'],
      ['/user/:id?', 'rest'],
    ],
    { controllers: { user: Whole, me: Singleton } },
    ['C_RULE_OVERLAP note 2 /user/1'],
  ],
  ['nothing where both claim them for the same one', [['/:name/1', '/user', 'rest'], ['/user/:id?', 'rest']], { controllers: { user: Whole } }, []],
  ['a rule that stands there twice', [['/user/:id?', 'rest'], ['/user/:id?', 'rest']], { controllers: { user: Whole } }, ['C_RULE_DUPLICATE warning 2 /user']],
  [
    'rules that no path can match',
    [[/user\/(\d+)/, 'user?id=:1', 'rest'], { match: '/v1', rules: [['/user/:id?', 'rest']] }],
    { controllers: { user: Whole } },
    ['C_RULE_EMPTY warning 1', 'C_RULE_EMPTY warning 2.1'],
  ],
  [
    'a misspelt mark, and no mark of others',
    [
      ['/user/:id?', 'rest'],
      ['/tag/:id?', 'rset'],
      ['/tog/:id?', 'tog', 'Rest'],
      [/\/tig/, 'tig', 'rst'],
      ['/reset', 'reset'],
      ['/page', 'page', 'get'],
      ['/page', 'page', 'post'],
      ['/page', 'page'],
    ],
    { controllers: { user: Whole } },
    ['E_RULE_SHAPE error 2', 'E_RULE_SHAPE error 3', 'E_RULE_SHAPE error 4', 'C_RULE_MARK warning 5'],
  ],
  [
    'bulk rules without a controller',
    [
      [/\/v1\/(\w+)(?:\/(\d+))?/, 'v1/:1?id=:2', 'rest'],
      [/\/v2\/(\w+)(?:\/(\d+))?/, 'v2/:1?id=:2', 'rest'],
    ],
    { controllers: { 'v1/user': Whole } },
    ['C_RULE_NO_CONTROLLER warning 2'],
  ],
  ['an id that no action takes', [['/user/:id?', 'rest']], { controllers: { user: Collection } }, ['C_ID_UNUSED warning 1']],
  ['nothing of a controller that takes any method', [['/user/:id?', 'rest']], { controllers: { user: Caller } }, []],
  ['actions for records that no rule gives an id', [['/user', 'rest']], { controllers: { user: Whole } }, ['C_ID_MISSING warning']],
  ['nothing of a singleton', [['/user', 'rest']], { controllers: { user: Singleton } }, []],
  ['controllers that no rule reaches', [['/user/:id?', 'rest']], { controllers: known }, ['C_CONTROLLER_UNREACHED warning', 'C_CONTROLLER_UNREACHED warning']],
  ['actions that are fields', [['/user/:id?', 'rest']], { controllers: { user: Fields } }, ['C_ACTION_FIELD warning']],
  [
    'logics without a controller, and actions that nothing runs',
    [['/user/:id?', 'rest']],
    { controllers: { user: Custom }, logics: { usr: {}, user: { archiveAction: {}, postAction: {} } } },
    ['C_LOGIC_UNUSED warning', 'C_LOGIC_ACTION_UNUSED warning'],
  ],
  [
    'actions of a logic that the controller does not have',
    [['/user/:id?', 'rest']],
    { controllers: { user: Whole }, logics: { user: { potsAction: {}, gtAction: {} } } },
    ['E_LOGIC_ACTION error', 'E_LOGIC_ACTION error'],
  ],
  [
    'no path where one would need what ends it',
    [
      [/\/user\/([?#])/, 'user?id=:1', 'rest'],
      [/\/user\?id=(\d)/, 'user?id=:1', 'rest'],
    ],
    { controllers: { user: Whole } },
    ['C_RULE_EMPTY warning 1', 'C_RULE_EMPTY warning 2'],
  ],
  ['a controller without any action', [['/user/:id?', 'rest']], { controllers: { user: Empty } }, ['E_RULE_ACTION error 1', 'C_CONTROLLER_EMPTY warning']],
  [
    'names that look like typos, and no others',
    [['/user/:id?', 'rest']],
    { controllers: { user: Slips } },
    [...Array(3).fill('C_MEMBER_NAME warning'), ...Array(2).fill('C_ACTION_UNREACHED note')],
  ],
  [
    'an action of its own that no rule names',
    [
      ['/user/:id?', 'rest'],
      ['/user/:id/close', 'user#close', 'rest'],
    ],
    {
      controllers: {
        user: class extends Whole {
          closeAction() {}
          openAction() {}
        },
      },
    },
    ['C_ACTION_UNREACHED note'],
  ],
  ['a resource without logic', [['/user/:id?', 'rest']], { controllers: { user: Whole }, logics: {} }, ['C_LOGIC_MISSING warning']],
  [
    'fields of a logic that no column has, of inherited actions',
    [
      ['/blog-post/:id?', 'rest'],
      ['/own', 'rest'],
      ['/tableless', 'rest'],
    ],
    {
      controllers: {
        'blog-post': class extends Whole {},
        own: class extends Singleton {
          override postAction() {}
        },
        tableless: class extends Singleton {},
      },
      logics: {
        'blog-post': { postAction: { body: { title: { string: true }, titel: { string: true } } } },
        own: { postAction: { body: { word: { string: true } } } },
        tableless: { postAction: { body: { word: { string: true } } } },
      },
      model: memoryModels({ blog_post: { id: 'integer', title: 'string?' }, own: { id: 'integer' } }),
    },
    ['C_LOGIC_COLUMN warning', 'C_NO_POLICIES note'],
  ],
  [
    'nothing about fields that a hook may map to other columns, also one of a base class',
    [
      ['/mapped/:id?', 'rest'],
      ['/hooked/:id?', 'rest'],
      ['/added/:id?', 'rest'],
      ['/derived/:id?', 'rest'],
      ['/between/:id?', 'rest'],
    ],
    {
      controllers: {
        mapped: class extends Whole {
          override async writable() {
            return {};
          }
        },
        hooked: class extends Whole {
          override beforeWrite() {}
        },
        added: class extends Whole {
          override async addRecords() {
            return [];
          }
        },
        derived: class extends Mapping {},
        between: class extends Adding {},
      },
      logics: Object.fromEntries(
        ['mapped', 'hooked', 'added', 'derived', 'between'].map((name) => [
          name,
          { postAction: { body: { word: { string: true }, day: { int: true } } } },
        ]),
      ),
      model: memoryModels(
        Object.fromEntries(
          ['mapped', 'hooked', 'added', 'derived', 'between'].map((name) => [name, { id: 'integer', hash: 'string', day: 'date?' }]),
        ),
      ),
    },
    ['C_NO_POLICIES note'],
  ],
  [
    'fields of a logic that their columns cannot hold, of inherited actions',
    [['/user/:id?', 'rest']],
    {
      controllers: { user: class extends Base {} },
      logics: {
        user: {
          postAction: {
            body: {
              // Each of these is a finding.
              text: { string: true },
              day: { int: true },
              whole: { float: true },
              list: { array: true },
              choice: { in: ['1', 'none'] },
              // None of these is.
              name: { string: true, trim: true, length: { max: 10 } },
              price: { decimal: true },
              born: { date: true },
              code: { string: true, regexp: /^\d+$/ },
              kind: { in: ['1', '2'] },
              data: { object: true },
              any: {},
            },
          },
        },
      },
      model: memoryModels({
        user: {
          ...{ id: 'integer', text: 'integer?', day: 'date?', whole: 'bigint?', list: 'string?', choice: 'integer?' },
          ...{ name: 'string?', price: 'decimal?', born: 'date?', code: 'integer?', kind: 'integer?', data: 'json?' },
          any: 'binary?',
        },
      }),
    },
    [...Array(5).fill('C_LOGIC_TYPE warning'), 'C_NO_POLICIES note'],
  ],
  [
    'required columns that a POST may leave out',
    [
      ['/user/:id?', 'rest'],
      ['/team/:team/member/:id?', '/member?team=:team&id=:id', 'rest'],
      ['/own/:id?', 'rest'],
    ],
    {
      controllers: {
        user: class extends Whole {},
        member: class extends Whole {},
        own: class extends Whole {
          override addRecords(list: readonly Row[]) {
            return super.addRecords(list.map((values) => ({ ...values, user_id: 1 })));
          }
        },
      },
      logics: {
        user: { postAction: { body: { name: { string: true }, note: { string: true, default: '' } } } },
        member: { postAction: { body: { name: { required: true, string: true } } } },
        own: { postAction: { body: { note: { string: true } } } },
      },
      model: memoryModels({
        user: { id: 'integer', name: 'string', note: 'string', mail: 'string', text: 'string?' },
        member: { id: 'integer', team: 'integer', name: 'string' },
        own: { id: 'integer', note: 'string', user_id: 'integer' },
      }),
    },
    ['C_COLUMN_REQUIRED warning', 'C_COLUMN_REQUIRED warning', 'C_NO_POLICIES note'],
  ],
  [
    'required columns that a policy does not set',
    [
      ['/user/:id?', 'rest'],
      ['/member/:id?', 'rest'],
    ],
    {
      controllers: { user: class extends Whole {}, member: class extends Whole {} },
      logics: {
        user: { postAction: { body: { note: { string: true } } } },
        member: { postAction: { body: { note: { string: true } } } },
      },
      policies: {
        // One column is set, and "name" is not.
        user: { always: { team: 1 }, read: 'user', update: 'user', delete: 'user', create: 'user' },
        member: { read: 'user', update: 'user', delete: 'user', create: () => ({ team: 1, name: 'a' }) },
      } as never,
      model: memoryModels({
        user: { id: 'integer', note: 'string?', team: 'integer', name: 'string' },
        member: { id: 'integer', note: 'string?', team: 'integer', name: 'string' },
      }),
    },
    ['C_COLUMN_REQUIRED warning'],
  ],
  [
    'a column with the name of a secret that responses show',
    [
      ['/user/:id?', 'rest'],
      ['/member/:id?', 'rest'],
    ],
    {
      controllers: {
        user: class extends Whole {},
        member: class extends Whole {
          static hidden = ['password_hash'];
        },
      },
      logics: {
        user: { postAction: { body: { note: { string: true } } } },
        member: { postAction: { body: { note: { string: true } } } },
      },
      model: memoryModels({
        user: { id: 'integer', note: 'string?', password_hash: 'string?', token_count: 'integer?' },
        member: { id: 'integer', note: 'string?', password_hash: 'string?' },
      }),
    },
    ['C_SECRET_SHOWN warning', 'C_NO_POLICIES note'],
  ],
  [
    'lists that no index serves',
    [
      ['/post/:id?', 'rest'],
      ['/post/:post_id/comment/:id?', '/comment?post_id=:post_id&id=:id', 'rest'],
      ['/team/:team/member/:id?', '/member?team=:team&id=:id', 'rest'],
      ['/own/:kind/:id?', '/own?kind=:kind&id=:id', 'rest'],
    ],
    {
      controllers: {
        post: class extends Reading {
          static sortable = ['rank', 'title', 'author.name'];
          static filterable = ['day', 'author'];
        },
        comment: class extends Reading {},
        member: class extends Reading {},
        own: Reading,
      },
      logics: {
        post: {
          getAction: {
            query: {
              // Each of these is a finding.
              status: { string: true },
              'score[gte]': { int: true },
              sort: { in: ['-views,title', 'title', 'id'], default: 'title' },
              // None of these is.
              author: { int: true },
              'word[contains]': { string: true },
              live: { boolean: true },
              search: { string: true },
              id: { int: true },
            },
          },
        },
        member: { getAction: { query: { name: { string: true }, mail: { string: true } } } },
      },
      model: indexed(
        {
          post: {
            ...{ id: 'integer', status: 'string', views: 'integer', title: 'string' },
            ...{ author: 'integer', live: 'boolean' },
            ...{ score: 'integer', rank: 'integer', day: 'date', word: 'string' },
          },
          comment: { id: 'integer', post_id: 'integer' },
          member: { id: 'integer', team: 'integer', name: 'string', mail: 'string' },
          own: { id: 'integer', kind: 'string' },
        },
        { post: [['author', 'status'], ['title']], comment: [['id']], member: [['team', 'name']], own: [] },
      ),
    },
    Array(7).fill('C_NO_INDEX note'),
  ],
  [
    'a store that cannot be asked',
    [['/user/:id?', 'rest']],
    {
      controllers: { user: class extends Whole {} },
      logics: { user: { postAction: { body: { word: { string: true } } } } },
      model: {
        ...memoryModels({}),
        repository: () => ({ describe: () => Promise.reject(new Error('gone')) }),
      } as never,
    },
    ['C_NO_POLICIES note', 'C_COLUMNS_UNKNOWN note'],
  ],
  ['options that are wrong', [], { controllers: {}, timeout: -1 }, ['E_OPTION error']],
];

/** A model in memory that tells of indexes. */
function indexed(tables: Tables, indexes: Record<string, string[][]>): ModelProvider {
  const models = memoryModels(tables);
  const repository = (name: string): Repository => {
    const plain = models.repository(name);
    return { ...plain, describe: async () => ({ ...(await plain.describe()), indexes: indexes[name] ?? [] }) };
  };
  return { ...models, repository };
}

describe('checkProject', () => {
  const met = new Set<string>();

  for (const [what, rules, options, expected] of ROWS) {
    it(`finds ${what}`, async () => {
      const { findings } = await checkProject({ rules, logics: logicsOf(options.controllers), ...options });
      expect(findings.map(lineOf)).to.eql(expected);
      for (const { code, message, hint } of findings) {
        met.add(code);
        expect(message).to.match(/^\S.*[^.\s]$/s);
        expect(hint).to.match(/^\S.*\S$/s);
      }
    });
  }

  it('takes a store that cannot be asked for an error where it is needed', async () => {
    const options = { rules: [['/user/:id?', 'rest']] as const, controllers: { user: Whole }, logics: {} };
    const { findings } = await checkProject(options, { store: true });
    expect(findings.map(lineOf)).to.include('C_COLUMNS_UNKNOWN error');
  });

  it('takes pending migrations for an error where the store is needed', async () => {
    const ready = () => Promise.reject(new Error('A migration is pending'));
    const model = { ...memoryModels({}), ready };
    const options = { rules: [['/user/:id?', 'rest']] as const, controllers: { user: Whole }, logics: {} };
    const ask = async (store: boolean) => {
      const { findings } = await checkProject({ ...options, model: model as never }, { store });
      return findings.filter(({ code }) => code === 'C_COLUMNS_UNKNOWN').map(({ message }) => message);
    };
    expect(await ask(false)).to.eql([]);
    expect((await ask(true)).join()).to.contain('A migration is pending');
  });

  it('has an example of every code', async () => {
    // The start refuses slow rules; check-policies.test.ts, check-parsers.test.ts and those of rest-gen check have the other examples.
    const own = Object.keys(CHECK_CODES).filter(
      (code) => !/^C_(RULE_SLOW|POLICY_\w+|MODEL_IMPORT|PARSER_FIRST|IGNORE_\w+)$/.test(code),
    );
    expect([...met]).to.include.members(own);
  });

  it('says which index is missing', async () => {
    const { findings } = await checkProject({
      rules: [['/post/:post_id/comment/:id?', '/comment?post_id=:post_id&id=:id', 'rest']],
      controllers: { comment: class extends Reading {} },
      logics: { comment: { getAction: { query: { status: { string: true }, sort: { in: ['-at'] } } } } },
      model: indexed({ comment: { id: 'integer', post_id: 'integer', status: 'string', at: 'datetime' } }, {}),
    });
    expect(findings.map(({ hint }) => /t\.index\(.*\)/.exec(hint)?.[0])).to.deep.equal([
      "t.index(['post_id'])",
      "t.index(['post_id', 'status'])",
      "t.index(['post_id', 'at', 'id'])",
    ]);
  });

  it('resolves relations, and says which of their columns need an index', async () => {
    class Post extends Reading {
      static include = {
        author: true,
        comments: { include: { replies: true } },
        visitCount: { count: 'visit' },
        tags: { through: 'post_tag', fields: 'id' },
        writer: true,
      };
    }
    class Comment extends Reading {
      static include = { replies: true };
    }
    const tables = {
      post: { id: 'integer', author_id: 'user.id' },
      user: { id: 'integer' },
      comment: { id: 'integer', post_id: 'post.id' },
      reply: { id: 'integer', comment_id: 'comment.id' },
      visit: { id: 'integer', at: 'datetime', post_id: 'post.id' },
      tag: { id: 'integer' },
      post_tag: { id: 'integer', post_id: 'post.id', tag_id: 'tag.id' },
    };
    const indexes = {
      comment: [['id'], ['post_id', 'id']],
      reply: [['id']],
      visit: [['at', 'post_id']],
      post_tag: [['tag_id']],
    };
    const check = async (controllers: Record<string, typeof Reading>, options: object) => {
      const others = { comment: Comment, reply: Reading, user: Reading };
      const rules = Object.keys({ ...controllers, ...others }).map((name): RuleConfig => [`/${name}/:id?`, 'rest']);
      const all = { controllers: { ...others, ...controllers }, logics: {}, ...options };
      const { findings } = await checkProject({ rules, ...all });
      return findings.map(({ code, message, hint }) => [
        code,
        message.split(/[:;,]/)[0],
        /t\.index.*\)/.exec(hint)?.[0],
      ]);
    };
    const { writer, ...include } = Post.include;
    const Valid = class extends Reading {
      static include = include;
    };
    const model = describedModels(tables, indexes);
    expect(await check({ post: Valid }, { model })).to.have.deep.members([
      ['C_NO_INDEX', 'the relation "replies" is read by "reply.comment_id"', "t.index(['comment_id'])"],
      ['C_NO_INDEX', 'the relation "comments.replies" is read by "reply.comment_id"', "t.index(['comment_id'])"],
      ['C_NO_INDEX', 'the relation "visitCount" is read by "visit.post_id"', "t.index(['post_id'])"],
      ['C_NO_INDEX', 'the relation "tags" is read by "post_tag.post_id"', "t.index(['post_id'])"],
    ]);
    expect((await check({ post: Post }, { model }))[0]).to.include.members([
      'E_RELATION',
      'the relation "writer" of the controller "post"',
    ]);
    expect((await check({ post: Post }, {}))[0]?.join()).to.match(
      /^E_RELATION,the controller "\w+" has static include/,
    );
    model.failure = new Error('gone');
    expect((await check({ post: Post }, { model })).map(([code]) => code)).to.deep.equal(['C_COLUMNS_UNKNOWN']);
  });

  it('names the column of a table between two others that a list of ids does not fill', async () => {
    const { findings } = await checkProject({
      rules: [['/post/:id?', 'rest']],
      controllers: {
        post: class extends Whole {
          static include = { tags: { through: 'post_tag', fields: 'id' } };
        },
      },
      logics: { post: defineLogic({ postAction: { body: { tags: { array: true, children: { int: true } } } } }) },
      model: describedModels({
        post: { id: 'integer' },
        tag: { id: 'integer' },
        post_tag: { id: 'integer', post_id: 'post.id', tag_id: 'tag.id', note: 'string', role: 'string!' },
      }),
    });
    expect(findings.find(({ code }) => code === 'E_RELATION')?.message).to.equal(
      'the relation "tags" of the controller "post": the logic declares it as a list of ids, and the column "role" of "post_tag" is required and has no default',
    );
  });

  it('takes a class as reached that relations name', async () => {
    const { findings } = await checkProject({
      rules: [['/post/:id?', 'rest']],
      controllers: {
        ...{ post: Including, comment: Reading, 'blog-user': Reading, 'post-tag': Reading, tag: Reading },
        other: Reading,
      },
      model: describedModels({
        post: { id: 'integer' },
        comment: { id: 'integer', post_id: 'post.id', author_id: 'blog_user.id' },
        blog_user: { id: 'integer' },
        tag: { id: 'integer' },
        post_tag: { id: 'integer', post_id: 'post.id', tag_id: 'tag.id' },
      }),
    });
    const unreached = findings.filter(({ code }) => code === 'C_CONTROLLER_UNREACHED');
    expect(unreached.map(({ message }) => message)).to.deep.equal(['no rule reaches the controller "other"']);
    expect(findings.filter(({ level }) => level === 'error')).to.deep.equal([]);
  });

  it('suggests the directory or command for a wrong version', async () => {
    const { findings } = await checkProject({ rules: [['/v1/user/:id?', 'rest']], controllers: { user: Whole } });
    expect(findings[0]?.hint).to.equal(
      '"user" is in another directory of controllers: name that one, or write src/controller/v1/user: npx rest-gen controller v1/user -r',
    );
    const bulk = await checkProject({ rules: [[/\/vl\/(\w+)/, 'vl/:1', 'rest']], controllers: { 'v1/user': Whole } });
    expect(bulk.findings[0]?.hint).to.equal(
      'Did you mean the directory "v1/"? Or write one, such as src/controller/vl/user: npx rest-gen controller vl/user -r',
    );
  });

  it('names the earlier rule and the path', async () => {
    const rules: RuleConfig[] = [
      ['/user/:id?', 'rest'],
      ['/user/me', '/me', 'rest'],
    ];
    const [finding] = (await checkProject({ rules, controllers: { user: Whole, me: Whole } })).findings;
    expect(finding?.message).to.equal("rule 1 takes every path of it; /user/me goes to rule 1 ['/user/:id?', 'rest']");
    expect(finding?.rule).to.eql({ number: '2', text: "['/user/me', '/me', 'rest']" });
    expect(finding?.hint).to.include('move rule 2 before rule 1');
  });

  it('finds shadows of unusual expressions', async () => {
    const rules: RuleConfig[] = [
      [/\/(?<=\/)(\w+)/, 'user?id=:1', 'rest'],
      [/\/([a-m])([n-z])([0-4])([5-9])(x?)(y?)(z?)/, 'me', 'rest'],
      [/\/(\d{1,3})/, 'user?id=:1', 'rest'],
      [/\/a\/(\d{1,3})/, 'user?id=:1', 'rest'],
      [/\/a\/(\d+)/, 'user?id=:1', 'rest'],
      ['/b-b', 'user', 'rest', { caseSensitive: true, strict: true }],
      ['/b-b', 'user', 'rest', { caseSensitive: true }],
      ['/b-b', 'user', 'rest'],
      [/\/c(?=.*\d)(?=.*[a-z])[a-z\d]{4}/, 'user', 'rest'],
    ];
    const controllers = { user: Singleton, me: Singleton };
    const { findings } = await checkProject({ rules, controllers, logics: logicsOf(controllers) });
    const [first = '', ...others] = findings.map(lineOf);
    expect(first).to.match(/^C_RULE_SHADOWED warning 2 \/[a-m][n-z][0-4][5-9]/);
    expect(others).to.eql(['C_RULE_SHADOWED warning 3 /1']);
  });

  it('reports all broken files', async () => {
    const { root } = writeProject({
      'src/config/router.js': "export default [['/post/:id?', 'rest'], ['/tag/:id?', 'rest'], ['/none', 'rest']];",
      'src/config/model.js': 'export default {};',
      'src/controller/post.js': 'export default class {}',
      'src/controller/tag.js': 'throw new Error("no tag");',
      'src/logic/post.js': 'export default 3;',
      'src/logic/tag.js': 'export default { postAction: { body: { name: { lenght: 3 } } } };',
    });
    const { findings, counts, rulesFile } = await checkProject({ root });
    expect(findings.map(({ code, file }) => `${code} ${file?.slice(file.lastIndexOf('src/'))}`)).to.eql([
      'E_LOAD src/controller/tag.js',
      'E_CONTROLLER_EXPORT src/controller/post.js',
      'E_LOGIC_EXPORT src/logic/post.js',
      'E_LOGIC_RULE src/logic/tag.js',
      'E_MODEL_EXPORT src/config/model.js',
      'E_RULE_CONTROLLER src/config/router.js',
    ]);
    expect(findings.at(-1)?.rule?.number).to.equal('3');
    // The rule of a field is none of config/router.
    expect(findings[3]).to.include({ name: 'postAction' }).and.not.have.property('rule');
    expect(counts).to.eql({ rules: 3, controllers: 0, logics: 0 });
    expect(rulesFile).to.equal(`${root}/config/router.js`);
  });

  it('reports missing and invalid rules', async () => {
    const { root } = writeProject({ 'src/controller/post.js': 'export default class {}' });
    expect((await checkProject({ root })).findings.map(({ code }) => code)).to.eql([
      'E_NO_ROOT',
      'E_CONTROLLER_EXPORT',
    ]);
    const other = writeProject({ 'src/config/router.js': 'export default 3;' });
    expect((await checkProject({ root: other.root })).findings.map(({ code }) => code)).to.eql(['E_RULES_EXPORT']);
  });

  it('counts all written rules, and names a misspelled action of a logic', async () => {
    // biome-ignore format: a table
    const rules: RuleConfig[] = [
      ['/a(', 'rest'],
      { match: '/user', rules: [['/user/:id?', 'rest'], ['/user/x', 'y']] },
    ];
    const { counts, findings } = await checkProject({
      rules,
      controllers: { user: Whole },
      logics: { user: { potsAction: {} } },
    });
    expect(counts).to.eql({ rules: 3, controllers: 1, logics: 1 });
    expect(findings[0]).to.include({ code: 'E_LOGIC_ACTION', name: 'potsAction' });
  });

  it('does not throw for any list', async () => {
    const group: { match: string; rules: RuleConfig[] } = { match: '/a', rules: [] };
    group.rules.push(group);
    const hostile = new Proxy([], {
      get() {
        throw new Error('hostile');
      },
    });
    for (const rule of [group, hostile]) {
      const { findings, counts } = await checkProject({ rules: [rule as RuleConfig], controllers: { user: Whole } });
      expect(findings.map(lineOf)).to.eql(['E_LOAD error']);
      expect(counts.rules).to.equal(0);
    }
  });
});

/** One for each controller, so that none is missing. */
function logicsOf(controllers: object = {}): Record<string, Record<string, never>> {
  return Object.fromEntries(Object.keys(controllers).map((name) => [name, {}]));
}

function lineOf({ code, level, rule, example }: Finding): string {
  return [code, level, rule?.number, example].filter((part) => part !== undefined).join(' ');
}
