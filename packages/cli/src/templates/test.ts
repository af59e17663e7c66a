import type { Kind } from './kind.ts';

export interface TestValues extends Kind {
  /** The tests are run by vitest, which has no globals; else by mocha. */
  readonly vitest: boolean;
  readonly rest: boolean;
  /** Address of the resource: `/v1/post`. */
  readonly url: string;
  /** Module of `test/app`, as a literal. */
  readonly app: string;
  /** The last segment of the name, as a literal. */
  readonly name: string;
  /** Entries of a record, as code; none where its parents are not known. */
  readonly entries: readonly string[];
  /** One entry that changes. */
  readonly change: string;
  /** Records that have to be there before, in this order. */
  readonly parents: readonly { readonly table: string; readonly variable: string; readonly values: string }[];
}

/** `test/<name>.test`: the lines of the tests of a controller. */
export function test(values: TestValues): string[] {
  const { rest, app, url, parents } = values;
  return [
    ...(rest && values.entries.length > 0 ? ["import assert from 'node:assert/strict';"] : []),
    ...(values.ts && parents.length > 0 ? ["import type { Id } from '@rest-gen/model';"] : []),
    "import request from 'supertest';",
    ...(values.vitest ? [`import { ${globals(values).join(', ')} } from 'vitest';`] : []),
    `import { app${parents.length > 0 ? ', models' : ''} } from ${app};`,
    '',
    `describe('${url}', () => {`,
    ...(rest ? restTests(values) : plainTests(values)).map((line) => (line === '' ? '' : `  ${line}`)),
    '});',
  ];
}

// --- internal ---

/** The functions of the test runner that the file calls. */
function globals({ rest, parents }: TestValues): string[] {
  return rest && parents.length > 0 ? ['afterAll', 'beforeAll', 'describe', 'it'] : ['describe', 'it'];
}

function plainTests({ url, name }: TestValues): string[] {
  return ["it('answers', async () => {", `  await request(app).get('${url}').expect(200, { name: ${name} });`, '});'];
}

function restTests(values: TestValues): string[] {
  const { url, entries } = values;
  return [
    ...(entries.length > 0 ? crud(values) : []),
    "it('lists the records', async () => {",
    `  await request(app).get('${url}').expect(200);`,
    '});',
    '',
    "it('refuses what is no field', async () => {",
    `  await request(app).post('${url}').send({ unknown: 1 }).expect(422);`,
    '});',
  ];
}

function crud(values: TestValues): string[] {
  const { ts, url, entries, change, parents } = values;
  const record = [`${parents.length > 0 ? 'record' : 'const record'} = {`, ...entries.map((one) => `  ${one},`), '};'];
  return [
    ...(parents.length > 0 ? withParents(values, record) : record),
    '',
    "it('adds, shows, changes and removes a record', async () => {",
    `  const added = await request(app).post('${url}').send(record).expect(201);`,
    `  const address = added.headers.location${ts ? ' as string' : ''};`,
    '  const shown = await request(app).get(address).expect(200);',
    '  assert.deepEqual(shown.body, added.body);',
    `  await request(app).patch(address).send({ ${change} }).expect(200);`,
    '  await request(app).delete(address).expect(204);',
    '  await request(app).get(address).expect(404);',
    '});',
    '',
  ];
}

function withParents({ ts, vitest, parents }: TestValues, record: readonly string[]): string[] {
  return [
    `let record${ts ? ': object' : ''};`,
    ...parents.map(({ variable }) => `let ${variable}${ts ? ': Id' : ''};`),
    '',
    `${vitest ? 'beforeAll' : 'before'}(async () => {`,
    ...parents.map(
      ({ table, variable, values }) => `  ${variable} = await models.repository('${table}').insert(${values});`,
    ),
    ...record.map((line) => `  ${line}`),
    '});',
    '',
    `${vitest ? 'afterAll' : 'after'}(async () => {`,
    ...parents
      .map(({ table, variable }) => `  await models.repository('${table}').delete({ id: ${variable} });`)
      .reverse(),
    '});',
  ];
}
