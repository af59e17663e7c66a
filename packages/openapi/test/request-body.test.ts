import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import type { MediaType } from '../src/index.ts';
import { documentOf, operation, propertiesOf } from './fixture.ts';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

async function contentOf(...given: Parameters<typeof documentOf>): Promise<Record<string, MediaType>> {
  return operation(await documentOf(...given), 'POST /post').requestBody?.content ?? {};
}

describe('bodies of requests', () => {
  it('keep their references', async () => {
    const tree = {
      type: 'object',
      properties: { name: { $ref: '#/$defs/name' }, children: { type: 'array', items: { $ref: '#' } } },
      required: ['name'],
      $defs: { name: { type: 'string' } },
    };
    const document = await documentOf({ logic: defineLogic({ postAction: { body: tree } } as never) });
    const properties = propertiesOf(document.components?.schemas?.PostCreate);
    expect(properties.name).to.eql({ $ref: '#/components/schemas/PostCreate/$defs/name' });
    expect(properties.children?.items).to.eql({ $ref: '#/components/schemas/PostCreate' });
    const content = operation(document, 'POST /post').requestBody?.content;
    expect(content?.[JSON_TYPE]?.example).to.include({ name: 'string' });
  });

  it('are forms if the class accepts them', async () => {
    const statics = { forms: true };
    const flat = defineLogic({ postAction: { body: { a: { string: true, nullable: true }, b: { in: ['x'] } } } });
    const form = (await contentOf({ logic: flat, statics }))[FORM];
    expect(await contentOf({ logic: flat })).to.have.keys([JSON_TYPE]);
    expect(propertiesOf(form?.schema).a?.type).to.equal('string');
    const deep = defineLogic({ postAction: { body: { a: { object: true, children: { b: { int: true } } } } } });
    expect(propertiesOf((await contentOf({ logic: deep, statics }))[FORM]?.schema)).to.have.keys(['a[b]']);
    const open = defineLogic({ postAction: { body: { a: { object: true } } } });
    expect(await contentOf({ logic: open, statics })).to.have.keys([JSON_TYPE]);
  });

  it('are multipart with uploads', async () => {
    const files = {
      photo: { required: true, image: true },
      more: { array: true, maxItems: 2, children: { file: true } },
    } as const;
    const logic = defineLogic({ postAction: { body: { title: { required: true, string: true } }, files } });
    const statics = { forms: true };
    const content = await contentOf({ logic, statics });
    // JSON cannot hold the photo.
    expect(content).to.have.keys(['multipart/form-data']);
    const alone = defineLogic({ postAction: { files: { photo: { required: true, image: true } } } });
    const { requestBody } = operation(await documentOf({ logic: alone, statics, own: ['postAction'] }), 'POST /post');
    expect(requestBody).to.deep.include({ required: true });
    expect(requestBody?.content).to.have.keys(['multipart/form-data']);
    const media = content['multipart/form-data'];
    expect(media?.schema).to.deep.include({ required: ['title', 'photo'] });
    const { photo, more } = propertiesOf(media?.schema);
    expect(photo).to.eql({ type: 'string', format: 'binary', contentMediaType: 'image/*' });
    expect(more).to.deep.include({ type: 'array', maxItems: 2 });
  });

  it('may be lists with `static bulk`', async () => {
    const logic = defineLogic({ postAction: { body: { title: { required: true, string: true } } } });
    const { [JSON_TYPE]: media } = await contentOf({ logic, statics: { bulk: true } });
    const [one, list] = (media?.schema?.anyOf ?? []) as object[];
    expect(list).to.eql({ type: 'array', items: one, minItems: 1, maxItems: 1_000 });
  });

  it('are open if a function decides', async () => {
    const logic = defineLogic({ postAction: () => ({ body: { title: { string: true } } }) });
    const body = operation(await documentOf({ logic }), 'POST /post').requestBody;
    expect(body).to.deep.include({ 'x-note': 'The logic decides about each request what it takes.' });
    expect(body?.content[JSON_TYPE]?.schema).to.eql({});
  });

  it("of a user's action are open without a logic", async () => {
    const body = operation(await documentOf({ own: ['postAction'] }), 'POST /post').requestBody;
    expect(body).to.deep.include({ 'x-note': 'The logic declares no body.' });
  });

  it('accept what the columns accept', async () => {
    const fields = {
      title: { string: true, nullable: true },
      note: { string: true, nullable: true },
      kind: { string: true },
    } as const;
    const logic = defineLogic({ postAction: { body: fields } });
    const { components } = await documentOf(
      { logic },
      { post: { id: 'integer', title: 'string', note: 'string?', kind: 'string' } },
    );
    const { PostCreate } = components?.schemas ?? {};
    const properties = propertiesOf(PostCreate);
    expect([properties.title?.type, properties.note?.type]).to.eql(['string', ['string', 'null']]);
    expect(PostCreate?.required).to.eql(['title', 'kind']);
  });

  it('of a QUERY are those of the logic, instead of the list parameters', async () => {
    const logic = defineLogic({ queryAction: { body: { q: { required: true, string: true } } } });
    const document = await documentOf({ logic }, { post: { id: 'integer' } });
    expect(propertiesOf(document.components?.['x-query']?.PostQuery)).to.have.keys(['q']);
    expect(operation(document, 'QUERY /post').requestBody?.required).to.equal(true);
  });

  it('have the formats of dates and times', async () => {
    const date = { date: true } as const;
    const fields = {
      day: { ...date, nullable: true },
      at: { iso8601: true },
      text: { string: true },
      when: date,
    } as const;
    const logic = defineLogic({ postAction: { body: fields } });
    const tables = { post: { id: 'integer', day: 'date?', at: 'datetime', text: 'datetime' } } as const;
    const { components } = await documentOf({ logic }, tables);
    const { day, at, text, when } = propertiesOf(components?.schemas?.PostCreate);
    expect([day?.format, at?.format, text?.format]).to.eql(['date', 'date-time', 'date-time']);
    // Without a column it may be either.
    expect(when?.anyOf).to.eql([
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date-time' },
    ]);
  });

  it('have no length beside a list of values, at which generators break', async () => {
    const logic = defineLogic({ postAction: { body: { kind: { in: ['a', 'b'], required: true } } } });
    const { components } = await documentOf({ logic });
    expect(propertiesOf(components?.schemas?.PostCreate).kind).to.eql({ type: 'string', enum: ['a', 'b'] });
  });

  it('are multipart with nested fields', async () => {
    const logic = defineLogic({
      postAction: {
        body: {
          title: { required: true, string: true },
          place: { object: true, required: true, children: { city: { string: true, required: true } } },
          tags: { array: true, children: { object: true, children: { name: { string: true } } } },
        },
        files: { photo: { file: true } },
      },
    });
    const content = await contentOf({ logic, statics: { forms: true } });
    const { schema } = content['multipart/form-data'] ?? {};
    expect(propertiesOf(schema)).to.have.keys(['title', 'place[city]', 'tags', 'photo']);
    expect(schema?.required).to.eql(['title', 'place[city]']);
    expect(propertiesOf(schema).tags).to.include({ type: 'string', contentMediaType: 'application/json' });
  });

  it('require only what the logic requires if a hook of the class may set the rest', async () => {
    const logic = defineLogic({
      postAction: { body: { title: { string: true, required: true }, slug: { string: true } } },
    });
    const tables = { post: { id: 'integer', title: 'string', slug: 'string' } } as const;
    const requiredOf = async (addsValues: boolean) =>
      (await documentOf({ logic, addsValues }, tables)).components?.schemas?.PostCreate?.required;
    expect(await requiredOf(false)).to.eql(['title', 'slug']);
    expect(await requiredOf(true)).to.eql(['title']);
  });
});
