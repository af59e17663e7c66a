import { expect } from 'chai';
import { MongoNetworkError, MongoServerError, MongoServerSelectionError, MongoWriteConcernError } from 'mongodb';
import { ModelsError } from '../../../src/models-error.ts';
import { mapMongoError } from '../../../src/stores/mongodb/map-error.ts';

function serverError(code: number, fields: object = {}, labels: string[] = []): MongoServerError {
  const error = new MongoServerError({ code, message: 'told by the server', ...fields });
  for (const label of labels) error.addErrorLabel(label);
  return error;
}

const details = (rule: object): object => ({ errInfo: { details: { schemaRulesNotSatisfied: [rule] } } });
const lost = (syscall: string): Error =>
  Object.assign(new Error(`${syscall} ECONNRESET`), { syscall, code: 'ECONNRESET' });

describe('mapMongoError', () => {
  const rows: [what: string, error: Error, code: string, field?: string][] = [
    ['a key that is there', serverError(11000, { keyPattern: { slug: 1, day: 1 } }), 'conflict', 'slug'],
    ['a key of an old server', serverError(11000), 'conflict'],
    [
      'a field that is missing',
      serverError(121, details({ operatorName: 'required', missingProperties: ['a'] })),
      'not_null',
      'a',
    ],
    [
      'a field that is wrong',
      serverError(121, details({ operatorName: 'properties', propertiesNotSatisfied: [{ propertyName: 'b' }] })),
      'invalid_value',
      'b',
    ],
    ['a validator of another kind', serverError(121, details({ operatorName: 'anyOf' })), 'invalid_value'],
    ['a validator that says nothing', serverError(121), 'invalid_value'],
    ['a key that changes', serverError(66), 'invalid_value', '_id'],
    [
      'a document that is too large',
      serverError(10334, { message: 'BSONObj size: 17000000 is invalid (told by the server)' }),
      'invalid_value',
    ],
    ['a sum past 64 bits', serverError(241), 'invalid_value'],
    ['no collection', serverError(26), 'no_table'],
    ['a write conflict', serverError(112), 'retry'],
    ['a transaction that is over', serverError(251, {}, ['TransientTransactionError']), 'retry'],
    ['a connection lost in a transaction', label(new MongoNetworkError('lost'), 'TransientTransactionError'), 'retry'],
    ['a connection lost elsewhere', new MongoNetworkError('lost'), 'unavailable'],
    ['a connection that could not be written to', lost('write'), 'retry'],
    ['a connection that could not be read', lost('read'), 'unavailable'],
    [
      'no server',
      label(new MongoServerSelectionError('none', {} as never), 'TransientTransactionError'),
      'unavailable',
    ],
    ['a commit that may have happened', serverError(64, {}, ['UnknownTransactionCommitResult']), 'unavailable'],
    [
      'a commit on a connection that was lost',
      label(label(new MongoNetworkError('lost'), 'TransientTransactionError'), 'UnknownTransactionCommitResult'),
      'unavailable',
    ],
    [
      'a write that was not confirmed',
      new MongoWriteConcernError({ ok: 1, writeConcernError: { code: 64, errmsg: 'late' } }),
      'unavailable',
    ],
    ['a statement over its time', serverError(50), 'unavailable'],
    ['a primary that is none', serverError(10107), 'unavailable'],
  ];
  for (const [what, error, code, field] of rows) {
    it(`takes ${what} for ${code}`, () => {
      for (const thrown of [error, new Error('an object mapper', { cause: error })]) {
        const mapped = mapMongoError(thrown);
        expect(mapped).to.include({ name: 'DataError', code, field });
        expect((mapped as Error).message).not.to.contain('told by the server');
        expect((mapped as Error).cause).to.equal(error);
      }
    });
  }

  it('says how to have transactions', () => {
    const error = serverError(20, {
      message: 'Transaction numbers are only allowed on a replica set member or mongos',
    });
    expect(mapMongoError(error)).to.have.property('hint').that.contains('rs.initiate()');
  });

  for (const error of [
    serverError(20),
    serverError(13),
    new Error('own'),
    new ModelsError('E_MIGRATION', 'm', { cause: serverError(112) }),
  ]) {
    it(`leaves ${error.name} ${error.message} as it is`, () => expect(mapMongoError(error)).to.equal(error));
  }

  it('leaves what is no error as it is', () => expect(mapMongoError('text')).to.equal('text'));
});

function label<T extends MongoNetworkError | MongoServerSelectionError>(error: T, name: string): T {
  error.addErrorLabel(name);
  return error;
}
