import type { CompiledLogic } from '@rest-gen/logic';
import type { ControllerStatics } from '../contracts/controller.ts';
import type { ListPlan } from '../contracts/plan.ts';
import { wrongStatic } from '../wrong-static.ts';

/**
 * Plan the lists of a controller: page sizes and hidden fields, from the static members of its class and the secrets of its logic.
 *
 * @throws {StartError} `E_CONTROLLER_STATIC` when `hidden` is not a list of names, or a page size is not a positive integer
 */
export function planList(
  Class: ControllerStatics,
  file: string | undefined,
  logic: CompiledLogic | undefined,
): ListPlan {
  const { hidden = [], pageSize = 20, maxPageSize = 100 } = Class;
  const sizes = { pageSize, maxPageSize };
  if (!isNames(hidden)) throw wrongStatic('hidden', hidden, "a list of names, such as ['password_hash']", file);
  for (const [name, size] of Object.entries(sizes)) {
    if (!Number.isSafeInteger(size) || size < 1) throw wrongStatic(name, size, 'a whole number above 0', file);
  }
  const secrets = logic?.actions.flatMap((action) => logic.action(action)?.secrets() ?? []) ?? [];
  return {
    pageSize: Math.min(pageSize, maxPageSize),
    maxPageSize,
    hidden,
    unreadable: new Set([...hidden, ...secrets]),
    relations: new Map(),
    filterable: undefined,
    sortable: undefined,
    search: [],
    maxRecords: 10_000,
  };
}

// --- internal ---

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}
