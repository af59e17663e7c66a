import { expect } from 'chai';
import fc from 'fast-check';
import { MAX_SEGMENT, MAX_SEGMENTS, readName } from '../../src/arguments/read-name.ts';
import { thrownBy } from '../fixture.ts';

const ACCEPTED: [name: string, className: string, table: string][] = [
  ['post', 'Post', 'post'],
  ['Post', 'Post', 'Post'],
  ['blog-post', 'BlogPost', 'blog_post'],
  ['blog_post', 'BlogPost', 'blog_post'],
  ['blogPost', 'BlogPost', 'blogPost'],
  ['a--b_', 'AB', 'a__b_'],
  ['v1/post', 'Post', 'post'],
  ['admin/v2/user', 'User', 'user'],
  ['x', 'X', 'x'],
  ['Class', 'Class', 'Class'],
  ['rest/post', 'Post', 'post'],
  ['com10', 'Com10', 'com10'],
  ['console', 'Console', 'console'],
  ['error', 'ErrorController', 'error'],
  ['controller', 'ControllerController', 'controller'],
  ['request', 'RequestController', 'request'],
  ['input', 'InputController', 'input'],
  ['form-data', 'FormDataController', 'form_data'],
  ['a'.repeat(MAX_SEGMENT), `A${'a'.repeat(MAX_SEGMENT - 1)}`, 'a'.repeat(MAX_SEGMENT)],
  [Array(MAX_SEGMENTS).fill('a').join('/'), 'A', 'a'],
];

const REFUSED: [name: string, fault: string, fix?: string][] = [
  ['', 'is empty'],
  ['../x', 'has the segment ".."'],
  ['a/../x', 'has the segment ".."'],
  ['./x', 'has the segment "."'],
  ['..', 'has the segment ".."'],
  ['/post', 'is absolute', 'Did you mean post?'],
  ['/etc/../x', 'is absolute'],
  ['post/', 'has an empty segment', 'Did you mean post?'],
  ['v1//post', 'has an empty segment', 'Did you mean v1/post?'],
  ['/', 'is absolute'],
  ['C:\\post', 'begins with a drive'],
  ['c:post', 'begins with a drive'],
  ['admin\\post', 'has a backslash', 'Did you mean admin/post?'],
  ['..\\x', 'has a backslash'],
  ['rest', 'is the base class'],
  ['Rest', 'is the base class'],
  ['v1/rest', 'is the base class'],
  ['class', 'a reserved word'],
  ['v1/delete', 'a reserved word'],
  ['await', 'a reserved word'],
  ['package', 'a reserved word'],
  ['null/x', 'a reserved word'],
  ['__proto__', 'a property of every object'],
  ['constructor', 'a property of every object'],
  ['prototype', 'a property of every object'],
  ['toString', 'a property of every object'],
  ['hasOwnProperty/x', 'a property of every object'],
  ['con', 'a device name of Windows'],
  ['NUL', 'a device name of Windows'],
  ['a/Com1', 'a device name of Windows'],
  ['lpt9', 'a device name of Windows'],
  ['aux.js', 'has a file extension'],
  ['post.js', 'has a file extension', 'Did you mean post?'],
  ['v1/post.ts', 'has a file extension', 'Did you mean v1/post?'],
  ['post.d', 'has the character "." (U+002E)'],
  ['my post', 'has a space'],
  [' post', 'has a space'],
  ['post\n', 'has the character "\\n" (U+000A)'],
  ['po\u001b[31mst', 'has the character "\\u001b" (U+001B)'],
  ['pöst', 'has the character "ö" (U+00F6)'],
  ['post\u202e', 'has the character "\\u202e" (U+202E)'],
  ['😀', 'has the character "😀" (U+1F600)'],
  ['post?id=1', 'has the character "?" (U+003F)'],
  [':id', 'has the character ":" (U+003A)'],
  ['1post', 'begins with "1"'],
  ['-r', 'begins with "-"'],
  ['_x', 'begins with "_"'],
  ['a'.repeat(MAX_SEGMENT + 1), 'has a segment of 65 characters'],
  [
    Array(MAX_SEGMENTS + 1)
      .fill('a')
      .join('/'),
    'has 9 segments',
  ],
];

describe('readName', () => {
  for (const [name, className, table] of ACCEPTED) {
    it(`takes ${name}`, () => {
      const read = readName(name);
      expect(read).to.include({ path: name, className, table });
      expect(read.segments.join('/')).to.equal(name);
    });
  }

  for (const [name, fault, fix] of REFUSED) {
    it(`refuses ${JSON.stringify(name)}`, async () => {
      const error = await thrownBy(() => readName(name));
      expect(error).to.include({ code: 'E_NAME', exitCode: 2 });
      expect(error.message).to.contain(fault);
      expect(error.fix).to.contain(fix ?? '.');
    });
  }

  it('never lets through what is no relative path of plain segments', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-z./\\: -]{0,12}$/)), (text) => {
        let path: string;
        try {
          path = readName(text).path;
        } catch (error) {
          return (error as { code?: string }).code === 'E_NAME';
        }
        return path === text && /^[A-Za-z][\w-]*(\/[A-Za-z][\w-]*)*$/.test(path);
      }),
    );
  });
});
