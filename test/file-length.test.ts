import { expect } from 'chai';
import { listFiles, readText } from './workspace.ts';

const LIMIT = 200;

/** Exceptions, each with its reason. */
const LONGER: Record<string, string> = {
  'packages/model/src/migrate/migration-store.ts':
    'The records of migrations: lease, record and statement share one transaction.',
  'packages/model/src/scope.ts':
    'Begun, failed, ended, shut: who may use the connection now is the private state of one class, and never leaves it.',
  'packages/model/src/sql/shaper.ts': 'Every value is taken out of a request in one place.',
  'packages/model/src/sql/table-repository.ts':
    'The methods of a table, and what they do where a database lacks `returning`.',
  'packages/model/src/sql/write-conditions.ts': 'Fields, conditions and orders of related tables need each other.',
  'packages/router/src/core/dispatch/context.ts':
    'Who the request is, its deadline and its one answer are the private state of one class.',
  'packages/router/src/create-rest-router.ts':
    'The public type of the router, and the one place that knows all stages.',
  'packages/router/src/core/handle-request.ts': 'The eight steps of a request, which are read together.',
  'packages/router/src/resource/rest-controller.ts': 'What users call of records: every name stands in one place.',
  'packages/router/src/core/errors.ts': 'Every code of the package and the classes that carry them stand in one place.',
  'packages/model/src/core/model.ts': 'The builder is one immutable class; each of its verbs is a few lines.',
};

describe('length of source files', () => {
  const lengths = new Map(
    listFiles('packages')
      .filter((file) => /^packages\/[^/]+\/src\/.+\.ts$/.test(file))
      .map((file) => [file, readText(file).split('\n').length - 1]),
  );

  it(`is at most ${LIMIT} lines, except for listed files`, () => {
    const longer = [...lengths].filter(([, lines]) => lines > LIMIT).map(([file]) => file);
    expect(Object.keys(LONGER)).to.include.members(longer);
    expect([...lengths.keys()]).to.include.members(Object.keys(LONGER));
  });
});
