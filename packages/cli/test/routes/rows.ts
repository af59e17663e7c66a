import type { RouteRow } from '@rest-gen/router';

/** A row of a controller with all methods; or of none, when it has no name. */
export function row(
  number: string,
  rule: string,
  controller: string | undefined,
  rest: Partial<RouteRow> = {},
): RouteRow {
  const isServed = controller !== undefined;
  return {
    number,
    rule,
    controller,
    file: isServed ? `src/controller/${controller}.ts` : undefined,
    logic: isServed ? `src/logic/${controller}.ts` : undefined,
    collection: isServed ? ['GET', 'HEAD', 'POST'] : [],
    item: isServed ? ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'] : [],
    skipped: undefined,
    ...rest,
  };
}

const BULK = String.raw`[/\/api\/(\w+)(?:\/(\d+))?/, 'api/:1?id=:2', 'rest']`;

/** Rules as people have them: short and long, with several controllers, without a logic, of others. */
export const ROWS: readonly RouteRow[] = [
  row('1', "['/post/:id?', 'rest']", 'post'),
  row('2', String.raw`[/\/post\/(\d+)\/comments(?:\/(\d+))?/, 'comment?postId=:1&id=:2', 'rest']`, 'comment', {
    logic: undefined,
  }),
  row('3', "['/old/:id', 'legacy', 'proxy']", undefined, { skipped: "the third element is 'proxy', not 'rest'" }),
  row('4', BULK, 'api/post'),
  row('4', BULK, 'api/tag', { item: [] }),
];
