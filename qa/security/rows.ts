import { expect } from 'chai';
import type { Answer, RequestText } from './bytes.ts';
import { request } from './bytes.ts';
import type { Target } from './target.ts';

/** A value that no attack may get into a row, and a name that nothing may inherit. */
export const HACKED = 'hacked';
export const INHERITED = 'polluted';

/** A body in JSON exactly as it is written here. */
export function jsonText(
  method: string,
  path: string,
  body: string | Uint8Array,
  more: RequestText['fields'] = {},
): Buffer {
  return request(method, path, { body, fields: { 'Content-Type': 'application/json', ...more } });
}

/** A form, as a browser sends it. */
export function form(method: string, path: string, body: string): Buffer {
  return request(method, path, { body, fields: { 'Content-Type': 'application/x-www-form-urlencoded' } });
}

/** No row has got the value of an attacker, or a field that is no column, and nothing has come by a property. */
export async function untouched(_: readonly Answer[], { models }: Pick<Target, 'models'>): Promise<void> {
  await wholeRows(models);
  for (const table of TABLES) expect(JSON.stringify(models.rows(table)), table).not.to.include(HACKED);
}

/** All rows are plain objects of exactly the columns, down to the values of JSON, and nothing has come by a property. */
export async function wholeRows(models: Target['models']): Promise<void> {
  for (const table of TABLES) {
    const { columns } = await models.repository(table).describe();
    for (const row of models.rows(table)) {
      expect(Object.keys(row), table).to.have.members([...columns.keys()]);
      expectPlain(row);
    }
  }
  for (const value of [{}, [], '', 0, true, () => undefined] as unknown as Record<string, unknown>[]) {
    expect(value[INHERITED]).to.equal(undefined);
    expect(value.isAdmin).to.equal(undefined);
  }
}

/** The newest row of posts. */
export function lastPost({ models }: Pick<Target, 'models'>): Record<string, unknown> {
  return models.rows('post').at(-1) as Record<string, unknown>;
}

// --- internal ---

const TABLES = ['post', 'comment', 'user', 'tag'];

/** Whatever the names in it are, an object of a row has the one prototype that all objects have. */
function expectPlain(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const usual = Array.isArray(value) ? Array.prototype : Object.prototype;
  expect(Object.getPrototypeOf(value)).to.equal(usual);
  for (const part of Object.values(value)) expectPlain(part);
}
