import { expect } from 'chai';
import type { ControllerClass, RestRouterOptions, Row } from '../../src/index.ts';
import { onBothMajors, type Served, send } from '../serve.ts';
import { Comment, openBlog, Post } from './blog.ts';

const ann = { id: 1, name: 'Ann' };
const bob = { id: 2, name: 'Bob' };
const one = { id: 1, title: 'One', body: 'first 100%', views: 5, author_id: 1 };

onBothMajors('related records', (serve) => {
  const open = (options?: Partial<RestRouterOptions>, mount?: string): Promise<Served> =>
    openBlog(serve, options, mount);
  const get = async (path: string, options?: Partial<RestRouterOptions>) => (await open(options)).agent.get(path);
  const changed = (members: object): Partial<RestRouterOptions> => {
    class Changed extends Post {}
    // Its relations may be others.
    Object.assign(Changed, { search: ['title'] }, members);
    return { controllers: { post: Changed as ControllerClass } };
  };

  for (const [path, expected] of [
    ['/post/1?include=author', { ...one, author: ann }],
    ['/post/1?include[]=author&include[]=openCommentCount', { ...one, author: ann, openCommentCount: 2 }],
    ['/post/1?include[1]=openCommentCount&include[0]=author', { ...one, author: ann, openCommentCount: 2 }],
    ['/post/4?include=author', { id: 4, title: 'Four', body: 'last one', views: null, author_id: null, author: null }],
    [
      '/post/2?include=openCommentCount,comments.author,author&include=tags',
      {
        ...{ id: 2, title: 'Two', body: 'second', views: 10, author_id: 2, openCommentCount: 0 },
        comments: [{ id: 4, post_id: 2, author_id: 1, title: 'good', open: false, author: ann }],
        author: bob,
        tags: [{ id: 2, name: 'blue' }],
      },
    ],
    [
      '/post?include=author&fields=title&pageSize=2',
      [
        { title: 'One', author: ann },
        { title: 'Two', author: bob },
      ],
    ],
  ] as const) {
    it(`are included by ${path}`, async () => {
      const { body, text } = await get(path);
      expect(body).to.deep.equal(expected);
      expect(text).to.equal(JSON.stringify(expected));
    });
  }

  it('are included in lines', async () => {
    const served = await open();
    const { text } = await served.agent
      .get('/post?include=author&fields=id')
      .set('Accept', 'application/x-ndjson')
      .buffer();
    expect(text.split('\n').slice(0, 2)).to.deep.equal([
      '{"id":1,"author":{"id":1,"name":"Ann"}}',
      '{"id":2,"author":{"id":2,"name":"Bob"}}',
    ]);
  });

  it('are included in what writes answer, read once more', async () => {
    const { agent, models } = await open();
    const created = await send(agent, 'post', '/post?include[]=author&include[]=openCommentCount', {
      title: 'New',
      author_id: 2,
    });
    expect(created.status).to.equal(201);
    expect(created.body).to.include({ title: 'New', openCommentCount: 0 }).and.to.have.deep.property('author', bob);
    const patched = await send(agent, 'patch', '/post/1?include=author', { author_id: 2 });
    expect(patched.body).to.deep.equal({ ...one, author_id: 2, author: bob });
    expect(patched.headers.etag).to.equal((await agent.get('/post/1?include=author')).headers.etag);
    const put = await send(agent, 'put', '/post/1?include=author', { title: 'One', views: 5, author_id: 1 });
    expect(put.body.author).to.deep.equal(ann);
    const before = models.calls;
    await send(agent, 'patch', '/post/1', { views: 6 });
    const plain = models.calls - before;
    await send(agent, 'patch', '/post/1?include=author', { views: 6 }, { Prefer: 'return=minimal' });
    expect(models.calls - before - plain).to.equal(plain);
  });

  it('are included in the list that a POST answers', async () => {
    const { agent } = await open(changed({ bulk: true }));
    const { body } = await send(agent, 'post', '/post?include=author', [
      { title: 'A', author_id: 2 },
      { title: 'B', author_id: 1 },
    ]);
    expect(body.map(({ title, author }: Row) => [title, author])).to.deep.equal([
      ['A', bob],
      ['B', ann],
    ]);
  });

  it('are shown after what show returns, unless that is no object', async () => {
    class Shown extends Post {
      override show({ title, ...others }: Row): unknown {
        return title === 'Two' ? 'nothing' : { title, names: Object.keys(others).length };
      }
    }
    const { agent } = await open({ controllers: { post: Shown } });
    const { body } = await agent.get('/post?include=author&pageSize=2');
    expect(body).to.deep.equal([{ title: 'One', names: 4, author: ann }, 'nothing']);
    expect((await agent.get('/post/2?include=author')).body).to.equal('nothing');
  });

  for (const [path, detail] of [
    [
      '/post?include=autor',
      /"include" names "autor", which is not a relation; there are author, comments, comments.author, tags, /,
    ],
    ['/post/1?include=comments.post', /names "comments.post"/],
    ['/post/1?include=', /names ""/],
    ['/post/1?include=author&include[]=author', /"include" is given twice/],
    ['/tag/1?include[]=posts', /"include\[\]" is not known here/],
    ['/post/1?include=__proto__', /names "__proto__"/],
    [`/post?include=${'author,'.repeat(150)}`, /more than 1000 characters/],
    ['/tag?include=posts', /"include" is not known here/],
    ['/tag/1?include=posts', /"include" is not known here/],
    ['/post/1?fields=id', /"fields" is not known here/],
  ] as const) {
    it(`are refused by ${path.slice(0, 60)}`, async () => {
      const { body } = await get(path);
      expect(body).to.include({ status: 400, code: 'E_QUERY' });
      expect(body.detail).to.match(detail);
    });
  }

  it('are checked before a record is written', async () => {
    const { agent, models } = await open();
    expect((await send(agent, 'post', '/post?include=autor', { title: 'New' })).status).to.equal(400);
    expect(models.rows('post')).to.have.length(4);
  });

  describe('the rest of a list', () => {
    it('is the collection under the record', async () => {
      const { agent } = await open({}, '/api');
      const { body } = await agent.get('/api/post/1?include=comments').expect(200);
      expect(body.comments.map(({ id }: Row) => id)).to.deep.equal([3, 2]);
      expect(body.comments_next).to.match(/^\/api\/post\/1\/comment\?sort=-id&after=/);
      const rest = await agent.get(body.comments_next).expect(200);
      expect(rest.body.map(({ id }: Row) => id)).to.deep.equal([1]);
    });

    it('is the filtered collection where no rule has the parent', async () => {
      const { agent } = await open({ rules: [['/:controller(author|post|comment|tag)/:id?', '/:controller', 'rest']] });
      const [first, second] = (await agent.get('/post?include=comments.author,comments').expect(200)).body;
      expect(first.comments_next).to.match(/^\/comment\?post_id=1&sort=-id&include=author&after=/);
      expect(second).not.to.have.property('comments_next');
      const [rest] = (await agent.get(first.comments_next).expect(200)).body;
      expect(rest).to.deep.include({ id: 1, author: bob });
    });

    for (const [what, options, expected] of [
      ['a filter of the relation', { comments: { max: 1, where: { open: true } } }, '/post/1/comment?open=true&after='],
      [
        'operators',
        {
          comments: { max: 1, where: { title: { ne: 'x', in: ['good', 'a,b', 'so so'] }, author_id: { null: false } } },
        },
        undefined,
      ],
      ['chosen fields', { comments: { max: 1, fields: 'title' } }, '/post/1/comment?fields=title&after='],
      ['an order', { comments: { max: 1, order: 'title,-id' } }, '/post/1/comment?sort=title%2C-id&after='],
    ] as const) {
      it(`has ${what}`, async () => {
        const { agent } = await open(changed({ include: options }));
        const { body } = await agent.get('/post/1?include=comments').expect(200);
        if (expected) expect(body.comments_next.slice(0, expected.length)).to.equal(expected);
        const rest = (await agent.get(body.comments_next).expect(200)).body;
        expect(rest.length).to.be.above(0);
      });
    }

    for (const [what, options] of [
      ['no rule serves it', { rules: [['/post/:id?', '/post', 'rest']] }],
      [
        'it is many to many',
        changed({ include: { comments: { table: 'tag', through: 'post_tag', max: 1, fields: 'id,name' } } }),
      ],
      [
        'a filter has alternatives',
        changed({ include: { comments: { max: 1, where: { or: [{ open: true }, { title: 'bad' }] } } } }),
      ],
      [
        'its class does not include as much',
        {
          controllers: {
            comment: class extends Comment {
              static override include = undefined as never;
            },
          },
        },
      ],
      [
        'its class is no list',
        {
          controllers: {
            comment: class extends Comment {
              static override declaresListQuery = false;
            },
          },
        },
      ],
    ] as const) {
      it(`is null where ${what}`, async () => {
        const { agent } = await open(options as Partial<RestRouterOptions>);
        const nested = what.startsWith('its class does') ? 'comments.author' : 'comments';
        const { body } = await agent.get(`/post/1?include=${nested}`).expect(200);
        expect(body.comments_next).to.equal(null);
      });
    }
  });

  describe('a budget', () => {
    for (const [maxRecords, path, detail] of [
      [
        19,
        '/post?include=comments.author&pageSize=4',
        'An answer may have 19 records, and this one could have more: 4 records × (1 + 2 comments × (1 + 1 author)) = 20; ask for pageSize=3.',
      ],
      [2, '/post/1?include=comments', /1 record × \(1 \+ 2 comments\) = 3; include less\.$/],
      [41, '/post?include=author,openCommentCount', /20 records × \(1 \+ 1 author\) = 40/],
    ] as const) {
      it(`of ${maxRecords} records ${maxRecords === 41 ? 'allows' : 'refuses'} ${path}`, async () => {
        const { agent, models } = await open(changed({ maxRecords }));
        await agent.get('/post/1');
        const before = models.calls;
        const { body, status } = await agent.get(path);
        if (maxRecords === 41) {
          expect(status).to.equal(200);
          return;
        }
        expect(body).to.include({ status: 400, code: 'E_BUDGET' });
        if (typeof detail === 'string') expect(body.detail).to.equal(detail);
        else expect(body.detail).to.match(detail);
        expect(models.calls - before).to.be.below(2);
      });
    }

    it('makes the batches of lines smaller', async () => {
      const { agent } = await open(changed({ maxRecords: 3 }));
      const { text } = await agent
        .get('/post?include=comments&fields=id')
        .set('Accept', 'application/x-ndjson')
        .buffer();
      expect(text.trim().split('\n')).to.have.length(4);
    });
  });

  it('have a part of the ETag that writes ignore', async () => {
    const { agent } = await open();
    const plain = (await agent.get('/post/1')).headers.etag as string;
    const { etag } = (await agent.get('/post/1?include=author')).headers as { etag: string };
    expect(etag.startsWith(`${plain.slice(0, -1)}.`)).to.equal(true);
    await agent.get('/post/1?include=author').set('If-None-Match', etag).expect(304);
    await agent.get('/post/1?include=author').set('If-None-Match', plain).expect(200);
    await send(agent, 'patch', '/post/1', { views: 5 }, { 'If-Match': `W/${etag}` }).expect(412);
    await send(agent, 'patch', '/post/1', { views: 6 }, { 'If-Match': etag }).expect(200);
    await send(agent, 'patch', '/post/1', { views: 7 }, { 'If-Match': etag }).expect(412);
  });

  it('change the ETag', async () => {
    const { agent, models } = await open();
    const { etag } = (await agent.get('/post/1?include=author')).headers;
    await models.repository('author').update({ id: 1 }, { name: 'Anna' });
    await agent
      .get('/post/1?include=author')
      .set('If-None-Match', etag as string)
      .expect(200);
  });
});
