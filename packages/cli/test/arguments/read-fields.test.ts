import { expect } from 'chai';
import fc from 'fast-check';
import { FIELD_TYPES, type Field } from '../../src/arguments/field-types.ts';
import { MAX_FIELD_NAME, readFields } from '../../src/arguments/read-fields.ts';
import { thrownBy } from '../fixture.ts';

const PLAIN = { required: false, unique: false, index: false };

const ACCEPTED: [text: string, field: Field][] = [
  ['title:string', { ...PLAIN, name: 'title', type: 'string' }],
  ['title:string!', { ...PLAIN, name: 'title', type: 'string', required: true }],
  ['title:string?', { ...PLAIN, name: 'title', type: 'string' }],
  ['slug:string!:unique', { ...PLAIN, name: 'slug', type: 'string', required: true, unique: true }],
  ['slug:string:index', { ...PLAIN, name: 'slug', type: 'string', index: true }],
  ['slug:string:index:unique', { ...PLAIN, name: 'slug', type: 'string', index: true, unique: true }],
  ['postId:references', { ...PLAIN, name: 'postId', type: 'references', table: 'post' }],
  ['blog_post_id:references', { ...PLAIN, name: 'blog_post_id', type: 'references', table: 'blog_post' }],
  ['blogPostId:references!', { ...PLAIN, name: 'blogPostId', type: 'references', required: true, table: 'blog_post' }],
  ['author:references', { ...PLAIN, name: 'author', type: 'references', table: 'author' }],
  ['class:text', { ...PLAIN, name: 'class', type: 'text' }],
  ['_x1:json', { ...PLAIN, name: '_x1', type: 'json' }],
];

const REFUSED: [text: string, fault: string, fix?: string][] = [
  ['', 'has no name'],
  [':string', 'has no name'],
  ['title', 'has no type', 'title:string'],
  ['title:', 'has no type'],
  ['title!', 'has a name that is not valid for a column'],
  ['title:strng', 'has the unknown type "strng"', 'Did you mean string?'],
  ['title:whatever', 'has the unknown type "whatever"', 'The types are string, text'],
  ['title:string!!', 'has the unknown type "string!!"'],
  ['title:!', 'has the unknown type "!"'],
  ['title:String', 'has the unknown type "String"', 'Did you mean string?'],
  ['title:constructor', 'has the unknown type "constructor"'],
  ['title:string:primary', 'has an unknown modifier "primary"', 'unique and index'],
  ['title:string:!', 'has an unknown modifier "!"', 'directly after the type'],
  ['title:string:', 'has an unknown modifier ""'],
  ['id:integer', 'a column that every table has'],
  ['ID:integer', 'a column that every table has'],
  ['created_at:datetime', 'a column that every table has'],
  ['__proto__:json', 'a property of every object'],
  ['constructor:string', 'a property of every object'],
  ['1st:string', 'not valid for a column'],
  ['first-name:string', 'not valid for a column'],
  ['näme:string', 'not valid for a column'],
  ["a';drop:string", 'not valid for a column'],
  [`${'a'.repeat(MAX_FIELD_NAME + 1)}:string`, 'has a name of 64 characters'],
  ['tags:json:index', 'needs an index on JSON'],
  ['Id:references', 'a column that every table has'],
  ['_id:references', 'does not name a table'],
];

describe('readFields', () => {
  for (const [text, field] of ACCEPTED) {
    it(`reads ${text}`, () => expect(readFields([text])).to.deep.equal([field]));
  }

  for (const [text, fault, fix] of REFUSED) {
    it(`refuses ${JSON.stringify(text)}`, async () => {
      const error = await thrownBy(() => readFields([text]));
      expect(error).to.include({ code: 'E_FIELD', exitCode: 2 });
      expect(error.message).to.contain(fault);
      expect(error.fix).to.contain(fix ?? '.');
    });
  }

  it('refuses a field given twice, whatever its case', async () => {
    const error = await thrownBy(() => readFields(['title:string', 'body:text', 'Title:text']));
    expect(error.message).to.equal('The field "Title:text" repeats the field title.');
  });

  it('reads back every field that it can write', () => {
    const name = fc
      .stringMatching(/^[a-z][A-Za-z0-9_]{0,20}$/)
      .filter((text) => !/^(id|constructor|created_at|updated_at)$/i.test(text));
    const field = fc.record({ name, type: fc.constantFrom(...FIELD_TYPES), mark: fc.constantFrom('', '!', '?') });
    fc.assert(
      fc.property(field, ({ name, type, mark }) => {
        const [read] = readFields([`${name}:${type}${mark}`]);
        expect(read).to.include({ name, type, required: mark === '!' });
      }),
    );
  });

  it('answers any text with a field or with E_FIELD', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 3 }), (texts) => {
        try {
          return readFields(texts).length === texts.length;
        } catch (error) {
          return (error as { code?: string }).code === 'E_FIELD';
        }
      }),
    );
  });
});
