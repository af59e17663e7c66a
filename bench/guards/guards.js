/**
 * The guards that are on by default, and how each is taken out to learn what it costs.
 *
 * An option that says "none" is used where there is one. A larger limit would be compared all the same: the other guards are cut out of the built code when it is loaded.
 *
 * - `words`, `how`: for the page
 * - `router`, `server`: options that switch it off
 * - `cuts`: file of a built package, a text that stands in it once, and what stands there instead
 */
export const GUARDS = {
  body: {
    words: '`limits.body`: 102,400 bytes',
    cuts: [['router/dist/dispatch/read-body.js', 'const isLarge = length > limits.body;', 'const isLarge = false;']],
  },
  contents: {
    words: '`limits.depth`, `keys`, `items`, and the key `__proto__`',
    cuts: [['router/dist/dispatch/read-body.js', '        checkBody(value, limits);', '']],
  },
  path: {
    words: '`limits.path`: 2,048 characters',
    cuts: [['router/dist/match/match-path.js', 'if (path.length > limits.path) {', 'if (false) {']],
  },
  segment: {
    words: '`limits.segment`: 255 characters, and dot segments',
    cuts: [
      [
        'router/dist/match/read-match.js',
        " && end - begin <= maxSegment && path.charCodeAt(begin) !== 46; /* '.' */",
        ';',
      ],
    ],
  },
  fields: {
    words: '`limits.headers`: 1,000 header fields',
    cuts: [['router/dist/handle-request.js', 'checkHeaderCount(req.rawHeaders, limits.headers);', '']],
  },
  timeout: { words: '`timeout`: 30 seconds for an action', router: { timeout: 0 } },
  times: {
    words: '`headersTimeout`, `requestTimeout`: 20 and 120 seconds',
    server: { headersTimeout: 0, requestTimeout: 0 },
  },
  idle: { words: '`idleTimeout`: 120 seconds', server: { idleTimeout: 0 } },
  maxHeaders: {
    words: '`maxHeaders`: 1,000 header fields',
    cuts: [['server/dist/create-server.js', 'limitHeaders(serveHandler(app), limits.maxHeaders)', 'serveHandler(app)']],
  },
  pipelining: {
    words: 'pipelined requests one after another',
    cuts: [['server/dist/run-in-turn.js', 'return (req, res) => {', 'return listener; (req, res) => {']],
  },
};

const guards = Object.entries(GUARDS);
const half = guards.length >> 1;

/**
 * What is measured, in the order of a round: ours with all guards, without each, and without all of them. In the middle stands ours once more, half a round away from
 * the first, which shows what chance does.
 */
export const LANES = {
  with: {},
  ...Object.fromEntries(guards.slice(0, half)),
  again: { words: '(nothing: the same once more)' },
  ...Object.fromEntries(guards.slice(half)),
  none: {
    words: '**all of them**',
    router: merge('router'),
    server: merge('server'),
    cuts: Object.values(GUARDS).flatMap(({ cuts = [] }) => cuts),
  },
};

// --- internal ---

function merge(part) {
  return Object.assign({}, ...Object.values(GUARDS).map((guard) => guard[part]));
}
