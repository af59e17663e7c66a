import { ratio, table } from '../table.js';
import { findFigure, isBusy } from './report.js';

/** The ratios that the README of the project shows, as Markdown; `undefined` for a run that left some of them out. */
export function writeSummary(results) {
  const [node] = results.nodes;
  const isThere = ({ key, count }) => findFigure(results, node, count, key, SHOWN.at(-1)) !== undefined;
  if (!results.whole || !COLUMNS.every(isThere)) return undefined;
  const rows = SHOWN.map((name) => {
    const { label, isOurs } = results.contestants.find((one) => one.name === name);
    return [isOurs ? `**${label}**` : label, ...COLUMNS.map(({ key, count }) => cell(results, node, count, key, name))];
  });
  return [
    'All send an `ETag` with GET, except in the two rows that say so.',
    `How many times the requests of Express 5 by hand a server answers in the same CPU time, Node ${node}, ${results.date.slice(0, 10)}${isBusy(results) ? ', on a busy machine, so that even ratios are rough' : ''}:`,
    table(['', ...COLUMNS.map(({ words }) => words)], rows),
  ].join('\n\n');
}

// --- internal ---

const SHOWN = [
  'ours-server',
  'ours-alone',
  'ours-listen',
  'bare',
  'fastify',
  'fastify-no-etag',
  'koa',
  'hono',
  'hono-no-etag',
  'nest',
  'thinkjs',
  'express5-server',
  'express5',
];

const COLUMNS = [
  { key: 'get', count: 1, words: 'GET one' },
  { key: 'post', count: 1, words: 'POST, validated' },
  { key: 'get', count: 1000, words: 'GET one, the last of 1,000 resources' },
];

function cell(results, node, count, key, name) {
  const [own, base] = [name, 'express5'].map((one) => findFigure(results, node, count, key, one)?.cpu);
  return own === undefined || base === undefined ? '–' : ratio(base / own);
}
