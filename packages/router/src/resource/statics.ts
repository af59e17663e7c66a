import { isPlainObject } from '@rest-gen/logic/common';
import type { ControllerConstructor } from '../core/contracts/controller.ts';
import type { StaticMember, StaticMembers } from '../core/contracts/part.ts';
import { ANY_VALUE, BOOLEAN, listOfNames, wholeNumber } from '../core/statics.ts';
import type { ResourceStatics } from './contracts/statics.ts';

export const RESOURCE_STATICS: StaticMembers<ResourceStatics> = {
  declaresListQuery: ANY_VALUE,
  pageSize: size(),
  maxPageSize: size(),
  maxRecords: size(),
  hidden: listOfNames('password_hash'),
  filterable: listOfNames('author.name'),
  sortable: listOfNames('author.name'),
  search: listOfNames('title'),
  aggregate: listOfNames('hours'),
  softDelete: {
    expected: "the name of a column, such as 'deleted_at'",
    isValid: (value) => typeof value === 'string' && value !== '',
  },
  key: {
    expected: "the name of a unique column, such as 'slug'",
    isValid: (value) => typeof value === 'string' && value !== '',
  },
  // Checked by its own rules, which name the member that is wrong.
  include: ANY_VALUE,
  names: {
    expected: "names with columns, such as { body: 'text', author_name: 'author.name' }",
    isValid: (value) => isPlainObject(value) && Object.entries(value).flat().every(isName),
  },
  upsert: BOOLEAN,
  requirePrecondition: BOOLEAN,
  bulk: {
    expected: (Class) =>
      `true, false, or a list of methods: ${bulkMethods(Class)
        .map((name) => `'${name}'`)
        .join(', ')}`,
    isValid: (value, Class) =>
      Array.isArray(value) ? value.every((name) => bulkMethods(Class).includes(name)) : typeof value === 'boolean',
  },
  lines: BOOLEAN,
  shown: ANY_VALUE,
};

// --- internal ---

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function size(): StaticMember {
  return wholeNumber(1, Number.MAX_SAFE_INTEGER, 'a whole number above 0');
}

/** A singleton has no other records. */
function bulkMethods({ singleton = false }: ControllerConstructor): string[] {
  return singleton ? ['post'] : ['post', 'patch', 'delete'];
}
