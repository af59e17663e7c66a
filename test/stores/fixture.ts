import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Restrictions } from '@rest-gen/model/core';
import { expect } from 'chai';
import type { CurrentUser } from '../../packages/model/src/core/policy/user.ts';
import { DataError, type DataErrorCode, type Models } from '../../packages/model/src/index.ts';
import { openRestricted } from '../../packages/model/src/restricted-models.ts';

/** Wait for a promise to reject with a `DataError`. */
export async function rejected(promise: Promise<unknown>, code: DataErrorCode, field?: string): Promise<DataError> {
  const error = await promise.then(
    () => expect.fail(`expected ${code}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DataError)) throw error;
  expect(error.code).to.equal(code);
  expect(error.field).to.equal(field);
  return error;
}

/** The same store for one more router: what the others say of it does not hold there. */
export function apart(models: Models): Models {
  let by: Restrictions | undefined;
  const own: Partial<Record<string | symbol, unknown>> = {
    restrict: (added: Restrictions) => {
      by = added;
    },
    as: (user: CurrentUser) => openRestricted(models, by, user),
  };
  const get = (target: Models, name: string | symbol): unknown => {
    const member: unknown = own[name] ?? Reflect.get(target, name);
    return typeof member === 'function' ? member.bind(target) : member;
  };
  return new Proxy(models, { get });
}

/** Folders that are removed after each test of the suite that calls this. */
export function temporaryFolders(): (files?: Record<string, string>) => string {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  return (files = {}) => {
    const folder = mkdtempSync(join(tmpdir(), 'rest-gen-model-'));
    folders.push(folder);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  };
}

/** Source of a migration that creates one table with these columns. */
export function tableMigration(name: string, columns: string): string {
  return `export const up = (schema) => schema.createTable('${name}', (t) => { ${columns} });
export const down = (schema) => schema.dropTable('${name}');
`;
}
