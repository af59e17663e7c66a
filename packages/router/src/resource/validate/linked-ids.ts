import type { CompiledAction } from '@rest-gen/logic';
import { isPlainObject } from '@rest-gen/logic/common';
import { idOf, type Row } from '@rest-gen/model/core';
import type { WritableRelations } from '../contracts/table.ts';

/**
 * Replace records by their ids in the lists of many-to-many relations: `{ labels: [{ id: 1, name: 'bug' }, 2] }` → `{ labels: [1, 2] }`. So what was read can be
 * sent back, and the logic declares ids. A list whose items the logic declares as objects stays.
 *
 * @param body - one record, or with `isList` a list of them
 * @returns a copy where something was replaced, else the body itself
 */
export function withLinkedIds(
  body: unknown,
  { links }: WritableRelations,
  logic: CompiledAction | undefined,
  isList: boolean,
): unknown {
  if (links.size === 0) return body;
  if (isList && Array.isArray(body))
    return body.map((one) => withLinkedIds(one, { links, children: NONE }, logic, false));
  if (!isPlainObject(body)) return body;
  let changed: Row | undefined;
  for (const [name, { to }] of links) {
    const list = Object.hasOwn(body, name) ? (body as Row)[name] : undefined;
    if (!Array.isArray(list) || !list.some(isPlainObject) || declaresObjects(logic, name)) continue;
    changed ??= { ...body };
    changed[name] = list.map((item) => idOf(item, to as string));
  }
  return changed ?? body;
}

// --- internal ---

const NONE: WritableRelations['children'] = new Map();

function declaresObjects(logic: CompiledAction | undefined, name: string): boolean {
  return logic?.paths()?.some((path) => path.startsWith(`/${name}/*/`)) ?? false;
}
