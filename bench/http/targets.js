import { ratio } from '../table.js';

/**
 * What must be reached on the first Node of a run, in CPU time of a request.
 *
 * @param find - `(contestant, work, resources) => microseconds`, `undefined` where it was not measured
 * @param omitted - what the checks have found that ours does not do
 * @returns for each that was measured: what, the limit and the figure as text, and whether it is met
 */
export function findTargets(find, omitted) {
  const rows = TARGETS.flatMap(({ what, other, ours, work, many, limit }) => {
    const count = many ? 1000 : 1;
    const [them, us] = [find(other, work, count), find(ours, work, count)];
    if (them === undefined || us === undefined) return [];
    return [{ what, limit: `≥ ${limit}×`, figure: ratio(them / us), met: them / us >= limit }];
  });
  const isWhole = omitted.length === 0;
  return [
    { what: 'parts of the work that ours leaves out', limit: '= 0', figure: omitted.length, met: isWhole },
    ...rows,
  ];
}

// --- internal ---

const WORDS = { get: 'GET one', post: 'POST, validated' };

const TARGETS = [
  ...both('ours by `createServer(app)` to Express 5 by hand', 'express5', 'ours-server', 6),
  ...both('ours by `createServer(app)` to Fastify', 'fastify', 'ours-server', 1),
  ...both('ours on `app.listen` to Express 5 by hand, 1 resource', 'express5', 'ours-listen', 1.25),
  ...both('ours on `app.listen` to Express 5 by hand, the last of 1,000 resources', 'express5', 'ours-listen', 3, true),
  ...both('ours by `createServer(router)` to `node:http`', 'bare', 'ours-alone', 0.95),
  ...both('ours by `createServer(app)` to ThinkJS', 'thinkjs', 'ours-server', 2),
  ...both('ours by `createServer(router)` to ThinkJS', 'thinkjs', 'ours-alone', 2),
];

function both(what, other, ours, limit, many = false) {
  return ['get', 'post'].map((work) => ({ what: `${what}: ${WORDS[work]}`, other, ours, work, many, limit }));
}
