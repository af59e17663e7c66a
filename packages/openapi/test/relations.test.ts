import { type CompiledAction, compileLogic, defineLogic } from '@rest-gen/logic';
import type { Column, RelationDescription } from '@rest-gen/router';
import { expect } from 'chai';
import { namedProperties } from '../src/compare/named-properties.ts';
import type { OpenApiDocument, Parameter, Schema } from '../src/index.ts';
import { documentOf, type Given, operation, propertiesOf } from './fixture.ts';

const column = (name: string, type: Column['type'] = 'string'): Column => {
  return { name, type, nullable: false, hasDefault: false };
};

function relation(name: string, kind: RelationDescription['kind'], more: Partial<RelationDescription> = {}) {
  return { name, kind, table: name, columns: [], max: 20, relations: [], ...more };
}

const author = relation('author', 'one', {
  columns: [column('id', 'integer'), column('name'), column('meta', 'json')],
  relations: [relation('postCount', 'count')],
});
const relations = [
  author,
  relation('comments', 'many', { columns: [column('text')], max: 5, relations: [author] }),
  relation('openCommentCount', 'count'),
];
const body = { title: { string: true } } as const;
const logic = defineLogic({ postAction: { body }, putAction: { body }, patchAction: { body } });
const tables = { post: { id: 'integer', title: 'string', meta: 'json?' } } as const;

function describeBlog(given: Given = {}): Promise<OpenApiDocument> {
  return documentOf({ logic, relations, ...given }, tables);
}

function parametersOf(document: OpenApiDocument, line: string): Map<string, Parameter> {
  return new Map((operation(document, line).parameters as Parameter[]).map((one) => [one.name, one]));
}

const itemsOf = (schema: Schema | undefined) => (schema?.items as Schema | undefined)?.enum;
const ascending = (schema: Schema | undefined) =>
  (itemsOf(schema) as string[]).filter((name) => !name.startsWith('-')).join(' ');

describe('documents of controllers with relations', () => {
  let document: OpenApiDocument;
  before(async () => {
    document = await describeBlog();
  });

  const paths = [
    'author',
    'author.postCount',
    'comments',
    'comments.author',
    'comments.author.postCount',
    'openCommentCount',
  ];
  for (const line of ['GET /post', 'GET /post/{id}', 'POST /post', 'PUT /post/{id}', 'PATCH /post/{id}']) {
    it(`have the parameter include: ${line}`, () => {
      const include = parametersOf(document, line).get('include');
      expect(include).to.include({ style: 'form', explode: false });
      expect(itemsOf(include?.schema)).to.eql(paths);
    });
  }

  it('have include in the body of QUERY, and not in DELETE', () => {
    expect(itemsOf(propertiesOf(document.components?.['x-query']?.PostQuery).include)).to.eql(paths);
    expect(parametersOf(document, 'DELETE /post/{id}')).not.to.have.key('include');
  });

  it('have the columns of a table between in its records, and not among the filters', async () => {
    const tags = relation('tags', 'many', { columns: [column('name')], linked: [column('place', 'integer')] });
    const linked = await describeBlog({ relations: [tags] });
    expect(linked.components?.schemas?.PostTags).to.deep.include({ required: ['name', 'place'] });
    expect([...parametersOf(linked, 'GET /post').keys()])
      .to.include('tags.name')
      .and.not.include('tags.place');
  });

  it('have ids of linked records, and new records, in bodies', async () => {
    const comment = compileLogic(
      defineLogic({
        postAction: { body: { post_id: { required: true, int: true }, text: { required: true, string: true } } },
      }),
    ).action('postAction') as CompiledAction;
    const files = { kind: 'links', key: 'key' } as const;
    const written = await describeBlog({
      logic: defineLogic({
        postAction: { body: { ...body, tags: { array: true, children: { int: true } } } },
        patchAction: { body: { ...body, tags: { array: true, children: { int: true } } } },
      }),
      relations: [
        relation('tags', 'many', { write: { kind: 'links', key: 'id' } }),
        relation('files', 'many', { write: files }),
        relation('comments', 'many', {
          write: {
            ...{ kind: 'records', logic: comment, given: new Set(['post_id']) },
            relations: [relation('files', 'many', { write: files })],
          },
        }),
      ],
    });
    const { PostCreate, PostUpdate, PostCommentsCreate } = written.components?.schemas ?? {};
    const id = { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 };
    const tags = { anyOf: [id, { type: 'object', properties: { id }, required: ['id'] }] };
    expect(propertiesOf(PostCreate).tags).to.include({ type: 'array' }).and.deep.include({ items: tags });
    expect(propertiesOf(PostUpdate).tags).to.deep.include({ items: tags });
    expect(propertiesOf(PostCreate).comments?.items).to.eql({ $ref: '#/components/schemas/PostCommentsCreate' });
    expect(propertiesOf(PostUpdate)).not.to.have.any.keys('comments', 'files');
    expect(PostCommentsCreate).to.deep.include({ required: ['text'], additionalProperties: false });
    expect(propertiesOf(PostCommentsCreate)).to.have.keys('text');
  });

  it('describe what is included as optional members of records', () => {
    const { Post, PostFields, PostAuthor, PostComments } = document.components?.schemas ?? {};
    expect(Post?.required).to.eql(['id', 'title', 'meta']);
    const { author: one, comments, comments_next: next, openCommentCount } = propertiesOf(Post);
    expect(one).to.eql({ anyOf: [{ $ref: '#/components/schemas/PostAuthor' }, { type: 'null' }], readOnly: true });
    const items = { $ref: '#/components/schemas/PostComments' };
    expect(comments).to.eql({ type: 'array', items, maxItems: 5, readOnly: true });
    expect(next).to.include({ format: 'uri-reference' });
    expect(openCommentCount).to.eql({ type: 'integer', minimum: 0, readOnly: true });
    expect(propertiesOf(PostFields)).to.include.keys('author', 'comments', 'comments_next', 'openCommentCount');
    expect(PostAuthor?.required).to.eql(['id', 'name', 'meta']);
    expect(Object.keys(propertiesOf(PostAuthor))).to.eql(['id', 'name', 'meta', 'postCount']);
    expect(Object.keys(propertiesOf(PostComments))).to.eql(['text', 'author']);
  });

  it('add the members to `static shown`', async () => {
    const shown = { type: 'object', properties: { id: { type: 'integer' } }, additionalProperties: false };
    const { components } = await describeBlog({ statics: { shown } });
    expect(propertiesOf(components?.schemas?.Post)).to.include.keys('id', 'author', 'comments_next');
  });

  it('filter and sort through relations, a list has no order', () => {
    const parameters = parametersOf(document, 'GET /post');
    const nested = ['comments.author.id', 'comments.author.name', 'comments.author.meta', 'comments.author.postCount'];
    const related = ['author.id', 'author.name', 'author.meta', 'author.postCount', 'comments.text', ...nested];
    expect([...parameters.keys()]).to.include.members([...related, 'openCommentCount']);
    expect(parameters.get('author.name')).to.include({ style: 'deepObject' });
    expect(ascending(parameters.get('sort')?.schema)).to.equal(
      'id title author.id author.name author.postCount openCommentCount',
    );
    const query = namedProperties(document.components?.['x-query']?.PostQuery ?? {});
    expect(query).to.include.keys('author.name', 'comments.text[in]');
  });

  it('allow what `static filterable` and `static sortable` list, and the primary key', async () => {
    const narrow = await describeBlog({ statics: { filterable: ['author.name'], sortable: ['openCommentCount'] } });
    const parameters = parametersOf(narrow, 'GET /post');
    const filters = [...parameters.values()].filter(({ style }) => style === 'deepObject').map(({ name }) => name);
    expect(filters).to.eql(['id', 'author.name']);
    expect(ascending(parameters.get('sort')?.schema)).to.equal('id openCommentCount');
  });

  it('have `q` with `static search`', async () => {
    expect(parametersOf(document, 'GET /post')).not.to.have.key('q');
    const searched = await describeBlog({ statics: { search: ['title'] } });
    expect(parametersOf(searched, 'GET /post').get('q')?.description).to.include('`title`');
    expect(propertiesOf(searched.components?.['x-query']?.PostQuery)).to.have.property('q');
  });

  it('have lists of alternatives in the body of QUERY', () => {
    const { PostFilter, PostQuery } = document.components?.['x-query'] ?? {};
    const items = { $ref: '#/components/x-query/PostFilter' };
    expect(propertiesOf(PostQuery).or?.items).to.eql(items);
    expect(propertiesOf(PostFilter).or?.items).to.eql(items);
    expect(namedProperties(PostFilter ?? {})).to.include.keys('title[contains]', 'author.name');
    expect(propertiesOf(PostFilter)).not.to.have.property('sort');
  });
});
