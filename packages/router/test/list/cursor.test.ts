import { expect } from 'chai';
import fc from 'fast-check';
import { post } from '../../../model/test/core/fixture.ts';
import { HttpError } from '../../src/index.ts';
import { parseCursor, writeCursor } from '../../src/resource/list/cursor.ts';
import type { Sort } from '../../src/resource/list/types.ts';

const columnOf = (name: string) => post.columns.get(name);
const byId: Sort = [['id', 'asc']];

describe('cursor', () => {
  for (const [field, value] of [
    ['id', 7],
    ['id', -9_223_372_036_854_775_808n],
    ['id', 9_007_199_254_740_993n],
    ['title', ''],
    ['title', 'Zürich, "quoted" 🚲'],
    ['views', null],
    ['price', '12345678901234567890.123456789'],
    ['ratio', 0.1],
    ['ratio', -1.7976931348623157e308],
    ['live', false],
    ['day', '2024-02-29'],
    ['at', '2026-01-31T12:00:00.123Z'],
    ['photo', new Uint8Array([0, 255, 10])],
  ] as const) {
    it(`encodes ${field} = ${typeof value === 'bigint' ? `${value}n` : JSON.stringify(value)}`, () => {
      const sort: Sort = [
        [field, 'desc'],
        ['id', 'asc'],
      ];
      const row = { id: 1, [field]: value };
      const cursor = writeCursor(sort, row);
      expect(cursor).to.match(/^[\w-]+$/);
      const read = parseCursor(cursor, sort, columnOf);
      expect(read).to.deep.equal(value instanceof Uint8Array ? { ...row, [field]: Buffer.from(value) } : row);
    });
  }

  it('encodes a Date', () => {
    const sort: Sort = [['at', 'asc']];
    const cursor = writeCursor(sort, { at: new Date('2026-01-31T12:00:00Z') });
    expect(parseCursor(cursor, sort, columnOf)).to.deep.equal({ at: '2026-01-31T12:00:00.000Z' });
  });

  for (const [what, text] of Object.entries({
    'no text': '',
    'no base64url': 'a+b/c=',
    'base64url with more behind it': `${encode(['id', [1]])}=`,
    'no JSON': Buffer.from('{').toString('base64url'),
    'bytes that are no UTF-8': Buffer.from([0x22, 0xff, 0x22]).toString('base64url'),
    'another form': encode({ sort: 'id', values: [1] }),
    'more values': encode(['id', [1, 2]]),
    'an object as a value': encode(['id', [{ toString: 1 }]]),
    'a value of another type': encode(['id', ['x']]),
    'a number past 64 bits': encode(['id', ['9223372036854775808']]),
    'null where the column is never null': encode(['id', [null]]),
    __proto__: encode(['__proto__', [1]]),
    'another order': encode(['-id', [1]]),
    'a column of another table': encode(['author', [1]]),
    'a huge text': encode(['id', ['x'.repeat(100_000)]]),
    'deep nesting': Buffer.from(`["id",${'['.repeat(1_000)}${']'.repeat(1_000)}]`).toString('base64url'),
  })) {
    it(`refuses ${what}`, () => {
      expect(() => parseCursor(text, byId, columnOf))
        .to.throw(HttpError, /^The query parameter "after" /)
        .with.property('code', 'E_QUERY');
    });
  }

  // During a deployment, two versions serve the pages of one list.
  it('has the format of 1.1.0', () => {
    const sort: Sort = [
      ['views', 'desc'],
      ['id', 'asc'],
    ];
    const cursor = 'WyItdmlld3MsaWQiLFsxMix7Indob2xlIjoiOTAwNzE5OTI1NDc0MDk5MyJ9XV0';
    const row = { views: 12, id: 9_007_199_254_740_993n };
    expect(writeCursor(sort, row)).to.equal(cursor);
    expect(parseCursor(cursor, sort, columnOf)).to.deep.equal(row);
  });

  it('says that it has a format of another version', () => {
    for (const later of [
      [1, 'id', [1]],
      [2, { id: 1 }],
    ]) {
      expect(() => parseCursor(encode(later), byId, columnOf))
        .to.throw(HttpError, /"after" comes from another version of the service; repeat the request, or begin with/)
        .with.property('code', 'E_QUERY');
    }
  });

  it('refuses or reads any text', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json().map((json) => Buffer.from(json).toString('base64url')),
      fc.jsonValue().map((value) => encode(['id', [value]])),
    );
    fc.assert(
      fc.property(anything, (text) => {
        try {
          expect(parseCursor(text, byId, columnOf)).to.have.all.keys('id');
        } catch (error) {
          expect(error).to.have.property('code', 'E_QUERY');
        }
      }),
    );
  });

  it('refuses values that are too long for a URL', () => {
    const sort: Sort = [['title', 'asc']];
    expect(() => writeCursor(sort, { title: 'x'.repeat(4_000) }))
      .to.throw(HttpError, /"sort" has values that are too long/)
      .with.property('code', 'E_QUERY');
  });
});

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
