import { expect } from 'chai';
import { DataError } from '../../../packages/model/src/index.ts';
import { judge, mapPostgresError } from '../../../packages/model/src/stores/postgres/map-error.ts';

describe('mapPostgresError', () => {
  const failure = (code: string, details: object = {}): Error =>
    Object.assign(new Error('secret'), { code, ...details });

  const rows: [code: string, expected: string][] = [
    ['23505', 'conflict'],
    ['23P01', 'conflict'],
    ['23502', 'not_null'],
    ['23503', 'foreign_key'],
    ['23001', 'foreign_key'],
    ['23514', 'invalid_value'],
    ['44000', 'invalid_value'],
    ['P0001', 'invalid_value'],
    ['22001', 'invalid_value'],
    ['22003', 'invalid_value'],
    ['22P02', 'invalid_value'],
    ['42P01', 'no_table'],
    ['42703', 'unknown_field'],
    ['54000', 'invalid_value'],
    ['54001', 'invalid_filter'],
    ['40001', 'retry'],
    ['40P01', 'retry'],
    ['40003', 'unavailable'],
    ['25006', 'unavailable'],
    ['25P02', 'unavailable'],
    ['42501', 'permission_denied'],
    ['28P01', 'unavailable'],
    ['3D000', 'unavailable'],
    ['53100', 'unavailable'],
    ['53200', 'unavailable'],
    ['53300', 'unavailable'],
    ['55P03', 'unavailable'],
    ['57014', 'unavailable'],
    ['57P01', 'unavailable'],
    ['57P03', 'unavailable'],
    ['58030', 'unavailable'],
    ['08006', 'unavailable'],
    ['XX001', 'unavailable'],
  ];
  for (const [code, expected] of rows) {
    it(`takes ${code} for ${expected}, also inside of the error of an ORM, and repeats no values`, () => {
      const cause = failure(code);
      for (const error of [cause, new Error('wrapped', { cause: new Error('twice', { cause }) })]) {
        const mapped = mapPostgresError(error) as DataError;
        expect(mapped).to.be.instanceOf(DataError).with.property('code', expected);
        expect(mapped.message).not.to.contain('secret');
        expect(mapped.cause).to.equal(error);
      }
    });
  }

  it('names the column', () => {
    const field = (code: string, details: object) => (mapPostgresError(failure(code, details)) as DataError).field;
    expect(field('23502', { column: 'a' })).to.equal('a');
    expect(field('23505', { detail: 'Key (a)=(1) already exists.' })).to.equal('a');
    expect(field('23505', { detail: 'Key ("authorId", b)=(1, 2) already exists.' })).to.equal('authorId');
    expect(field('23505', { detail: 'Schlüssel »("a ""b""")=((b, c)=(z)« existiert bereits.' })).to.equal('a "b"');
    const fields = (detail: string) => (mapPostgresError(failure('23505', { detail })) as DataError).fields;
    expect(fields('Key (a)=(1) already exists.')).to.deep.equal(['a']);
    expect(fields('Key ("authorId", b)=((x)=(, 2) already exists.')).to.deep.equal(['authorId', 'b']);
    expect(fields('Schlüssel »("a, ""b""", c)=(1, 2)« existiert bereits.')).to.deep.equal(['a, "b"', 'c']);
    expect(fields('Key (a, lower(b))=(1, x) already exists.')).to.deep.equal([]);
    expect(field('23505', { detail: 'Key (lower(a))=(x) already exists.' })).to.equal(undefined);
    expect(field('23505', {})).to.equal(undefined);
    expect(field('23503', { detail: 'Key (a)=(1) is not present in table "b".' })).to.equal(undefined);
  });

  it('names the columns of a check, and of an index without a detail', () => {
    const table = {
      name: 'post',
      checkFields: new Map([['days', ['a', 'b']]]),
      indexFields: new Map([['post_key', ['a', 'c']]]),
    } as never;
    const fields = (code: string, constraint: string) =>
      (mapPostgresError(failure(code, { constraint }), table) as DataError).fields;
    expect(fields('23514', 'days')).to.deep.equal(['a', 'b']);
    expect(fields('23514', 'other')).to.deep.equal([]);
    expect(fields('23505', 'post_key')).to.deep.equal(['a', 'c']);
  });

  it('tells a refused statement from a refused login', () => {
    expect(mapPostgresError(failure('42501', { severity: 'FATAL' }))).to.include({ code: 'unavailable' });
  });

  it('names the table whose rule allows no returning, in any language', () => {
    for (const [verb, text] of [
      ['INSERT', 'cannot perform INSERT RETURNING on relation "payment"'],
      ['UPDATE', 'UPDATE RETURNING kann in Relation »payment« nicht ausgeführt werden'],
      ['DELETE', 'cannot perform DELETE RETURNING on relation "payment"'],
    ] as const) {
      const error = Object.assign(new Error(text), { code: '0A000' });
      const mapped = mapPostgresError(error, { name: 'payment' } as never) as DataError;
      expect(mapped).to.include({ code: 'no_table', cause: error });
      expect(mapped.message).to.contain(`the table "payment" does not allow ${verb} RETURNING`);
      expect(mapped.hint).to.contain('partitions or a trigger').and.to.contain('models.kysely');
    }
    const unnamed = Object.assign(new Error('cannot perform INSERT RETURNING on relation "p"'), { code: '0A000' });
    expect((mapPostgresError(unnamed) as DataError).message).to.contain('"p"');
    expect(mapPostgresError(failure('0A000'))).not.to.be.instanceOf(DataError);
  });

  it('tells the syntax of a value from that of a statement, in any language', () => {
    for (const where of ["unnamed portal parameter $1 = '...'", 'Parameter $1 des unbenannten Portals = »...«']) {
      expect(mapPostgresError(failure('42601', { where }))).to.include({ code: 'invalid_value' });
    }
    expect(mapPostgresError(failure('42601', { position: '1' }))).not.to.be.instanceOf(DataError);
  });

  it('takes what the network says for unavailable', () => {
    const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
    const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' });
    for (const error of [
      reset,
      broken,
      new Error('x', { cause: reset }),
      new Error('Connection terminated unexpectedly'),
    ]) {
      expect(mapPostgresError(error)).to.be.instanceOf(DataError).with.property('code', 'unavailable');
      expect(judge(error)).to.equal('lost');
    }
  });

  it('leaves other errors as they are', () => {
    for (const error of [
      new Error('a'),
      failure('42601'),
      failure('ENOENT'),
      undefined,
      null,
      'text',
      new DataError('retry', 'x'),
    ]) {
      expect(mapPostgresError(error)).to.equal(error);
    }
  });

  it('tells what is lost from what is unfit', () => {
    expect(judge(failure('57P01'))).to.equal('lost');
    expect(judge(failure('08006'))).to.equal('lost');
    expect(judge(failure('25P03', { severity: 'FATAL' }))).to.equal('lost');
    expect(judge(failure('25006'))).to.equal('unfit');
    for (const code of ['23505', '57014', '40001']) expect(judge(failure(code))).to.equal(undefined);
    expect(judge(new TypeError('a'))).to.equal(undefined);
  });
});
