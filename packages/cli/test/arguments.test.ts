import { parse } from '@babel/parser';
import { expect } from 'chai';
import fc from 'fast-check';
import { parseFields } from '../src/arguments/parse-fields.ts';
import { parseMigrationName } from '../src/arguments/parse-migration-name.ts';
import { parseName } from '../src/arguments/parse-name.ts';
import { parseMethod, parseUrl } from '../src/arguments/parse-request.ts';
import { isReservedWord, isTakenClassName } from '../src/arguments/reserved.ts';
import { checkPackageName } from '../src/new/package-name.ts';
import { printable } from '../src/text.ts';
import { thrownBy } from './fixture.ts';

/** Refused text, what the message says, and what the fix says. */
type Refused = readonly (readonly [text: string, fault: string, fix?: string])[];

function refuses(rows: Refused, code: string, read: (text: string) => unknown): void {
  for (const [text, fault, fix = '.'] of rows) {
    it(`refuses ${JSON.stringify(text.slice(0, 30))}: ${fault}`, async () => {
      const error = await thrownBy(() => read(text));
      expect(error).to.include({ code, exitCode: 2 });
      expect(error.message).to.contain(fault);
      expect(printable(error.message)).to.equal(error.message);
      expect(error.fix).to.contain(fix);
    });
  }
}

/** Any text is read, or refused with the code. */
function reads(code: string, read: (text: string) => boolean): void {
  it('accepts or refuses any text', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-z./\\: !-]{0,12}$/));
    fc.assert(
      fc.property(texts, (text) => {
        try {
          return read(text);
        } catch (error) {
          return (error as { code?: string }).code === code;
        }
      }),
    );
  });
}

describe('the name of a controller', () => {
  for (const [name, className, table] of [
    ['post', 'Post', 'post'],
    ['Post', 'Post', 'Post'],
    ['blog-post', 'BlogPost', 'blog_post'],
    ['blogPost', 'BlogPost', 'blogPost'],
    ['a--b_', 'AB', 'a__b_'],
    ['admin/v2/user', 'User', 'user'],
    ['rest/post', 'Post', 'post'],
    ['com10', 'Com10', 'com10'],
    ['error', 'ErrorController', 'error'],
    ['input', 'InputController', 'input'],
    ['form-data', 'FormDataController', 'form_data'],
    ['a'.repeat(64), `A${'a'.repeat(63)}`, 'a'.repeat(64)],
    ['a/a/a/a/a/a/a/a', 'A', 'a'],
  ] as const) {
    it(`${name} gives the class ${className} and the table ${table}`, () => {
      expect(parseName(name)).to.include({ path: name, className, table });
    });
  }

  const REFUSED: Refused = [
    ['', 'is empty'],
    ['a/../x', 'has the segment ".."'],
    ['./x', 'has the segment "."'],
    ['/post', 'has an empty segment', 'Did you mean post?'],
    ['v1//post/', 'has an empty segment', 'Did you mean v1/post?'],
    ['C:\\post', 'has the character ":"'],
    ['admin\\post', 'has the character "\\\\"', 'Did you mean admin/post?'],
    ['v1/Rest', 'is the base class'],
    ['v1/delete', 'a reserved word'],
    ['__proto__', 'a property of every object'],
    ['a/Com1', 'a device name of Windows'],
    ['v1/post.ts', 'has a file extension', 'Did you mean v1/post?'],
    ['my post', 'has a space'],
    ['po\u001b[31mst', 'has the character "\\u001b" (U+001B)'],
    ['post\u202e', 'has the character "\\u202e" (U+202E)'],
    ['😀', 'has the character "😀" (U+1F600)'],
    ['1post', 'begins with "1"'],
    ['-r', 'begins with "-"'],
    ['a'.repeat(65), 'has a segment of 65 characters'],
    ['a/a/a/a/a/a/a/a/a', 'has 9 segments'],
  ];
  refuses(REFUSED, 'E_NAME', parseName);
  reads('E_NAME', (text) => parseName(text).path === text && /^[A-Za-z][\w-]*(\/[A-Za-z][\w-]*)*$/.test(text));

  it('is no word that a class of a module cannot have', () => {
    const words = (
      'arguments as async await break case catch class const continue debugger default delete do else enum eval export extends false ' +
      'finally for from function get if implements import in instanceof interface let new null of package private protected public ' +
      'return set static super switch this throw true try type typeof var void while with yield post'
    ).split(' ');
    const refused = words.filter((word) => {
      try {
        return !parse(`class ${word} {}`, { sourceType: 'module' });
      } catch {
        return true;
      }
    });
    expect(refused).to.include('await').and.not.include('post');
    expect(refused.filter((word) => !isReservedWord(word))).to.deep.equal([]);
  });

  it('gives no class that hides one of the language', () => {
    const classes = Object.getOwnPropertyNames(globalThis).filter((name) =>
      /^[A-Z]\w*Error$|^(Map|Set|Promise|URL|Request|Event)$/.test(name),
    );
    expect(classes.filter((name) => !isTakenClassName(name))).to.deep.equal([]);
  });
});

describe('the fields of a resource', () => {
  const PLAIN = { required: false, unique: false, index: false };
  for (const [text, field] of [
    ['title:string', { name: 'title', type: 'string' }],
    ['title:string?', { name: 'title', type: 'string' }],
    ['slug:string!:index:unique', { name: 'slug', type: 'string', required: true, index: true, unique: true }],
    ['_x1:json', { name: '_x1', type: 'json' }],
    ['a:string(120)', { name: 'a', type: 'string', range: { max: '120' } }],
    ['a:string(1..120)!', { name: 'a', type: 'string', required: true, range: { min: '1', max: '120' } }],
    ['a:string(3..)', { name: 'a', type: 'string', range: { min: '3', max: '255' } }],
    ['a:text(5..)?', { name: 'a', type: 'text', range: { min: '5' } }],
    ['a:integer(-5..5):index', { name: 'a', type: 'integer', index: true, range: { min: '-5', max: '5' } }],
    ['a:bigint(..9007199254740991)', { name: 'a', type: 'bigint', range: { max: '9007199254740991' } }],
    ['a:double(0.5..)', { name: 'a', type: 'double', range: { min: '0.5' } }],
    ['a:decimal(12,3)', { name: 'a', type: 'decimal', digits: { precision: 12, scale: 3 } }],
    ['a:decimal(0..99.95)', { name: 'a', type: 'decimal', range: { min: '0', max: '99.95' } }],
    [
      'a:decimal(10, 2, 0..)!',
      { name: 'a', type: 'decimal', required: true, digits: { precision: 10, scale: 2 }, range: { min: '0' } },
    ],
    [
      'a:decimal(2,2,..0.99)',
      { name: 'a', type: 'decimal', digits: { precision: 2, scale: 2 }, range: { max: '0.99' } },
    ],
    [
      'a:enum(draft, in-review,2.0)!:index',
      { name: 'a', type: 'enum', required: true, index: true, values: ['draft', 'in-review', '2.0'] },
    ],
    ['class:text', { name: 'class', type: 'text' }],
    ['blogPostId:references', { name: 'blogPostId', type: 'references', table: 'blog_post' }],
    ['blog_post_id:references', { name: 'blog_post_id', type: 'references', table: 'blog_post' }],
    ['author:references', { name: 'author', type: 'references', table: 'author' }],
    [
      'a:references!:user:unique',
      { name: 'a', type: 'references', required: true, unique: true, table: 'user', hasTable: true },
    ],
  ] as const) {
    it(`are read from ${text}`, () => expect(parseFields([text])).to.deep.equal([{ ...PLAIN, ...field }]));
  }

  const REFUSED: Refused = [
    [':string', 'has no name'],
    ['title', 'has no type', 'title:string'],
    ['title:strng', 'has the unknown type "strng"', 'Did you mean string?'],
    ['title:constructor', 'has the unknown type "constructor"', 'The types are string, text'],
    ['title:string!!', 'has the unknown type "string!!"'],
    ['title:string:primary', 'has an unknown modifier "primary"', 'unique and index'],
    ['title:string:uniqe', 'has an unknown modifier "uniqe"', 'Did you mean unique?'],
    ['a:int', 'has the unknown type "int"', 'Did you mean integer?'],
    ['a:varchar(80)!', 'has the unknown type "varchar(80)!"', 'Did you mean string(80)!?'],
    ['a:enmu(draft,live)', 'has the unknown type', 'Did you mean enum(draft,live)?'],
    ['a:string!(1..120)', 'has the unknown type', 'Did you mean string(1..120)!?'],
    ['a:decimal(10,2)>=0', 'has the unknown type', 'Did you mean decimal(10,2,0..)?'],
    ['a:integer<=5!', 'has the unknown type', 'Did you mean integer(..5)!?'],
    ['a:string(1..120', 'has a parenthesis that is not closed', 'The types are'],
    ['a:enum', 'has no values', 'Did you mean enum(draft,live)?'],
    ['a:enum()', 'has an empty value', 'Did you mean enum(draft,live)?'],
    ['a:enum(a,,b)', 'has an empty value'],
    ['a:enum(draft,Draft)', 'repeats the value Draft'],
    ["a:enum(it's)", 'has the value "it\'s"', 'as in enum(draft,live)'],
    ['a:boolean(1)!', 'boolean takes nothing in them', 'Did you mean boolean!?'],
    ['a:date(2020..)', 'date takes nothing in them', 'Did you mean date?'],
    ['a:references(user)', 'references takes nothing in them'],
    ['a:string(1-120)!', 'which is not a range', 'Did you mean string(1..120)!?'],
    ['a:string(1,120)', 'which is not a range', 'Did you mean string(1..120)?'],
    ['a:string(120..1)', 'has the range 120..1, which is empty', 'Did you mean string(1..120)?'],
    ['a:string(0)', 'not a number of characters'],
    ['a:string(-1..5)', 'not a number of characters'],
    ['a:string(1.5)', 'which is not a range'],
    ['a:string(5000000)', 'at most 16383', 'Did you mean text(5000000)?'],
    ['a:string(300..)', 'has at most 255', 'Did you mean text(300..)?'],
    ['a:string(..)', 'which is not a range', 'string(1..120)'],
    ['a:integer(5)', 'which is not a range', 'Did you mean integer(0..5)?'],
    ['a:integer(0.5..1)', 'not a whole number', 'Did you mean double(0.5..1)?'],
    ['a:integer(0..5000000000)', 'that 32 bits cannot hold', 'Did you mean bigint(0..5000000000)?'],
    ['a:bigint(0..9007199254740993)', 'past 2^53'],
    ['a:decimal(10)', 'no number of digits after the point', 'Did you mean decimal(10,2)?'],
    ['a:decimal(2,10)', 'has 10 of 2 digits after the point', 'Did you mean decimal(10,2)?'],
    ['a:decimal(99,2)', 'can have 1 to 65 digits'],
    ['a:decimal(4,2,0..1000)', 'has the bound 1000, which has too many digits for decimal(4,2)'],
    ['a:decimal(0.001..)', 'has too many digits for decimal(10,2)'],
    ['title:string:!', 'has an unknown modifier "!"', 'follows the type'],
    ['ID:integer', 'a column that every table has'],
    ['__proto__:json', 'a property of every object'],
    ['first-name:string', 'not valid for a column'],
    ['näme:string', 'not valid for a column'],
    [`${'a'.repeat(64)}:string`, 'has a name of 64 characters'],
    ['tags:json:index', 'needs an index on JSON'],
    ['_id:references', 'does not name a table'],
    ['a:references:us-er', 'a table whose name is not valid'],
    ['a:references:user:primary', 'has an unknown modifier "primary"'],
  ];
  refuses(REFUSED, 'E_FIELD', (text) => parseFields([text]));
  reads('E_FIELD', (text) => parseFields([text]).length === 1);

  it('have different names, also in SQL', async () => {
    const error = await thrownBy(() => parseFields(['title:string', 'Title:text']));
    expect(error.message).to.equal('The field "Title:text" repeats the field title.');
  });
});

describe('the name of a migration', () => {
  for (const [name, form, what, table] of [
    ['create-blog-post', 'create', 'create_blog_post', 'blog_post'],
    ['add_summary_to_post', 'add', 'add_summary_to_post', 'post'],
    ['add_a_to_b_to_c', 'add', 'add_a_to_b_to_c', 'c'],
    ['add_link_to_how_to_page', 'add', 'add_link_to_how_to_page', 'how_to_page'],
    ['remove_summary_from_post', 'remove', 'remove_summary_from_post', 'post'],
    ['idempotency_key', 'idempotency', 'create_idempotency_key', undefined],
    ['record_changes_of_post', 'record', 'record_changes_of_post', 'post'],
    ['record-changes-of-how_to_page', 'record', 'record_changes_of_how_to_page', 'how_to_page'],
    ['record_changes', 'empty', 'record_changes', undefined],
    ['plan_token', 'plans', 'create_plan_token', undefined],
    ['webhook_delivery', 'webhooks', 'create_webhook_delivery', undefined],
    ['scheduled_job', 'jobs', 'create_scheduled_job', undefined],
    ['create-idempotency-key', 'idempotency', 'create_idempotency_key', undefined],
    ['add_summary_to_', 'empty', 'add_summary_to_', undefined],
    ['drop_post', 'empty', 'drop_post', undefined],
  ] as const) {
    it(`${name} is read as ${form} ${table ?? ''}`, () => {
      expect(parseMigrationName(name, ['how_to_page'])).to.deep.equal({ form, what, ...(table && { table }) });
    });
  }

  const REFUSED: Refused = [
    ['', 'is not valid for a file'],
    ['1_post', 'is not valid for a file'],
    ['../a', 'is not valid for a file'],
    ['post.js', 'is not valid for a file'],
    ['create_constructor', 'a property of every object'],
    ['a'.repeat(101), 'has 101 characters'],
  ];
  refuses(REFUSED, 'E_NAME', (text) => parseMigrationName(text, []));
});

describe('the name of a project', () => {
  for (const name of ['my-app', '2048', 'a.b_c', 'a'.repeat(214)]) {
    it(`can be ${name.slice(0, 20)}`, () => checkPackageName(name, ['express']));
  }

  const REFUSED: Refused = [
    ['', 'is empty'],
    ['My Blog', 'is not valid for a package', 'Did you mean my-blog?'],
    ['.hidden', 'is not valid for a package', 'Did you mean hidden?'],
    ['$(id)', 'is not valid for a package', 'Did you mean id?'],
    ['bl\u202eog\n', 'is not valid for a package', 'Did you mean bl-og?'],
    ['über', 'is not valid for a package', 'Did you mean uber?'],
    ['blog.', 'ends with a dot', 'Did you mean blog?'],
    ['nul.txt', 'is a device name of Windows'],
    ['http', 'is reserved by Node or npm'],
    ['express', 'is the name of a dependency'],
    ['a'.repeat(215), 'has 215 characters'],
  ];
  refuses(REFUSED, 'E_NAME', (text) => checkPackageName(text, ['express']));
});

describe('a request', () => {
  for (const [text, path, isNoted = false] of [
    ['/post?page=2', '/post?page=2'],
    ['HTTPS://example.com/post/1?x=1#top', '/post/1?x=1'],
    ['http://example.com?x=1', '/?x=1'],
    ['localhost:3000/post', '/post'],
    ['127.0.0.1:3000', '/'],
    ['post:3/x', '/x'],
    ['post:3x#top', '/post:3x', true],
    ['/%zz', '/%zz'],
    ['/a b/é%20', '/a%20b/%C3%A9%20'],
    ['/\ud800', '/%EF%BF%BD'],
  ] as const) {
    it(`has the path ${path} of the URL "${text}"`, () => {
      const read = parseUrl(text);
      expect(read.path).to.equal(path);
      expect(read.notes).to.have.length(isNoted ? 1 : 0);
    });
  }
  refuses([['', 'The URL is empty']], 'E_USAGE', parseUrl);

  it('has a method in any case', () => {
    expect(['get', 'Delete', 'M-SEARCH'].map(parseMethod)).to.deep.equal(['GET', 'DELETE', 'M-SEARCH']);
  });
  const NO_METHODS: Refused = [
    ['/post/1', 'is not a method', 'DELETE'],
    ['GÉT', 'is not a method'],
    ['', 'is not a method'],
  ];
  refuses(NO_METHODS, 'E_USAGE', parseMethod);
});
