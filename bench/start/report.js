import { group, table } from '../table.js';

/** The section of the README, as Markdown. */
export function writeReport({ date, command, node, rounds, machine, versions, rows, perRule, targets }) {
  return [
    `Measured on ${date.slice(0, 10)} with \`${command}\`: Node ${node} on ${machine.cores} cores of ${machine.model}, Express ${versions.express}, our packages ${versions.router}; medians of ${rounds} rounds. From the start of the process until it listens, loading of all code included; memory after a collection.`,
    table(
      ['', 'limit', 'this run', ''],
      targets.map(({ what, limit, figure, met }) => [what, limit, figure, met ? 'met' : '**missed**']),
    ),
    table(
      ['', 'ms', 'CPU time of all threads, ms', 'resident, MB', 'heap, MB'],
      Object.entries(WORDS).map(([name, words]) => {
        const { milliseconds, cpu, rss, heapUsed } = rows[name];
        return [words, group(milliseconds), group(cpu), (rss / 2 ** 20).toFixed(0), (heapUsed / 2 ** 20).toFixed(1)];
      }),
    ),
    `One more rule holds ${group(perRule)} bytes of the heap.`,
  ].join('\n\n');
}

// --- internal ---

const WORDS = {
  bare: 'Express, nothing mounted',
  hand: 'Express by hand, 1,000 resources: routers, Ajv',
  project: '**ours, a project of 1,000 rules, controllers and logics on disk**',
  rules1: '**ours, 1,000 rules to one controller**',
  rules10: '**ours, 10,000 rules to one controller**',
};
