import type { CompiledLogic } from '@rest-gen/logic';
import type { ControllerStatics } from '../contracts/controller.ts';
import type { ListPlan } from '../contracts/plan.ts';
import { tableOf } from '../table-of.ts';
import { wrongStatic } from '../wrong-static.ts';

/**
 * Plan the lists of a controller: sizes, and the fields that are hidden and those that clients may use, from the static members of its class and the
 * secret and write-only ones of its logic. Relations are resolved later.
 *
 * @throws {StartError} `E_CONTROLLER_STATIC` for a list of fields that is not a list of names, a size that is not a positive integer, or a column that is no name
 */
export function planList(
  controller: string,
  Class: ControllerStatics,
  file: string | undefined,
  logic: CompiledLogic | undefined,
): ListPlan {
  const { hidden = [], filterable, sortable, search = [], softDelete } = Class;
  const { pageSize = 20, maxPageSize = 100, maxRecords = 10_000 } = Class;
  const sizes = { pageSize, maxPageSize, maxRecords };
  for (const [name, fields, example] of [
    ['hidden', hidden, 'password_hash'],
    ['filterable', filterable ?? [], 'author.name'],
    ['sortable', sortable ?? [], 'author.name'],
    ['search', search, 'title'],
  ] as const) {
    if (!isNames(fields)) throw wrongStatic(name, fields, `a list of names, such as ['${example}']`, file);
  }
  for (const [name, size] of Object.entries(sizes)) {
    if (!Number.isSafeInteger(size) || size < 1) throw wrongStatic(name, size, 'a whole number above 0', file);
  }
  if (softDelete !== undefined && (typeof softDelete !== 'string' || softDelete === ''))
    throw wrongStatic('softDelete', softDelete, "the name of a column, such as 'deleted_at'", file);
  const unreadable = logic?.actions.flatMap((action) => logic.action(action)?.unreadable() ?? []) ?? [];
  return {
    table: tableOf(controller),
    pageSize: Math.min(pageSize, maxPageSize),
    maxPageSize,
    hidden,
    unreadable: new Set([...hidden, ...unreadable]),
    relations: new Map(),
    references: [],
    writable: undefined,
    recordSize: undefined,
    paths: [],
    resolve: undefined,
    classes: undefined,
    filterable: filterable && new Set(filterable),
    sortable: sortable && new Set(sortable),
    search,
    softDelete,
    maxRecords,
  };
}

// --- internal ---

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}
