import { compileRules } from '../../packages/router/dist/compile/compile-rules.js';
import { matchPath } from '../../packages/router/dist/match/match-path.js';
import { parseRules } from '../../packages/router/dist/parse/rule.js';
import { hostilePaths, LENGTH, RULES, TABLES } from './tables.js';

// How long 200 rules take for a path of 8 KB, at worst. Runs what is built: `node bench/paths/run.js`.

const TURNS = 7;
const MOST = 2;

const limits = { path: LENGTH, segment: 255 };
const paths = hostilePaths();
console.log(
  `${RULES} rules, ${paths.length} paths of ${LENGTH} characters, best of ${TURNS}; Node ${process.versions.node}\n`,
);
for (const [kind, make] of Object.entries(TABLES)) {
  const index = compile(Array.from({ length: RULES }, (_, at) => make(at)));
  const [time, path] = paths.reduce((worst, one) => longer(worst, [timeOf(index, one), one]), [0, '']);
  const shown = `${path.slice(0, 24)}\u2026${path.slice(-9)}`;
  console.log(`${time <= MOST ? 'met ' : 'MISS'} ${time.toFixed(3).padStart(7)} ms  ${kind.padEnd(32)} ${shown}`);
  if (time > MOST) process.exitCode = 1;
}

// --- internal ---

function compile(rules) {
  return compileRules(parseRules(rules, { caseSensitive: false, strict: false }), { maxPath: LENGTH });
}

function longer(one, other) {
  return other[0] > one[0] ? other : one;
}

function timeOf(index, path) {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const start = performance.now();
    try {
      matchPath(index, path, limits);
    } catch {
      // Refused: a segment is too long, or holds what cannot be decoded.
    }
    least = Math.min(least, performance.now() - start);
  }
  return least;
}
