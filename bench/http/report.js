import { drawChart, formatTime } from '../logic/chart.js';
import { group, ratio, table } from '../table.js';
import { RULES, WORK } from './work.js';

/** The section of the README, as Markdown. */
export function writeReport(results) {
  const { nodes, resources, work, targets } = results;
  const [node, ...others] = nodes;
  return [
    ...incomplete(results),
    ...(isBusy(results)
      ? [`**Other programs kept the machine busy (load ${results.load.toFixed(1)}): even the ratios are rough.**`]
      : []),
    describe(results),
    '### What must be reached',
    `CPU time of a request on Node ${node}, as ratios: how many times ours does what the other does in the same time.`,
    table(
      ['', 'limit', 'this run', ''],
      targets.map(({ what, limit, figure, met }) => [what, limit, figure, met ? 'met' : '**missed**']),
    ),
    ...resources.flatMap((count) => [
      `### ${group(count)} ${count === 1 ? 'resource' : 'resources'}, Node ${node}`,
      `How many times the requests of Express 5 by hand that a second of CPU time answers, and microseconds a request.${count === 1 ? '' : ' Requests ask the last resource.'}`,
      ...(CHARTED.includes(count) ? [`![CPU time of a request, ${count}](http/${chartFile(count)})`] : []),
      cpuTable(results, node, count, work),
    ]),
    '### Requests a second',
    `Node ${node}, one core, 32 connections; beside it the ratio to Express 5 by hand. The generator took ${busiest(results)} % of its core at most.`,
    rateTable(
      results,
      node,
      resources,
      work.filter((key) => key in SHORT),
    ),
    ...(others.length === 0 ? [] : ['### Other versions of Node', 'One resource.', nodeTable(results)]),
    '### The contestants',
    contestantTable(results),
  ].join('\n\n');
}

/** Whether other programs took so much of the machine that even ratios are rough: the run itself is a load of 2. */
export function isBusy({ load, machine }) {
  return load > 1.5 * Math.max(machine.cores, 2);
}

/** SVG documents by the names of their files. */
export function drawCharts(results) {
  const counts = results.resources.filter((count) => CHARTED.includes(count));
  return Object.fromEntries(counts.map((count) => [chartFile(count), drawOne(results, count)]));
}

/** The figure of a contestant, `undefined` where it was not measured. */
export function findFigure({ figures }, node, count, work, name) {
  return figures.find((one) => one.node === node && one.count === count && one.work === work && one.name === name);
}

// --- internal ---

function incomplete({ quick, whole, finished }) {
  if (!finished) return ['**A run that was broken off: some of its work is missing.**'];
  if (quick) return ['**A quick run, with few contestants and rounds: no more than a first look.**'];
  return whole ? [] : ['**A part of what the whole run measures.**'];
}

const CHARTED = [1, 1000];
const SHORT = { get: 'GET one', post: 'POST' };
const BASE = 'express5';

function chartFile(count) {
  return `cpu-${count}.svg`;
}

function describe({ date, minutes, machine, nodes, command, rounds, seconds, idle }) {
  const cores = machine.pinned
    ? 'servers on one core, the generator on another'
    : 'servers and generator not bound to cores of their own, because there is one core, or no `taskset`';
  return `Measured on ${date.slice(0, 10)} in ${minutes.toFixed(0)} minutes with \`${command}\`: Node ${nodes.join(', ')} on ${machine.cores} cores of ${machine.model}, ${cores}; ${rounds} rounds of ${seconds} s of CPU time (\`${machine.cpuTime}\`). While nobody asks, all servers together take ${idle.toFixed(1)} % of a core at most. The body of POST:

${RULES.map((rule) => `- ${rule}`).join('\n')}`;
}

function busiest({ figures }) {
  return (Math.max(...figures.map(({ busy }) => busy)) * 100).toFixed(0);
}

/** Contestants by their time for GET one, the shortest first. */
function sortRows(results, node, count) {
  const time = ({ name }) => findFigure(results, node, count, 'get', name)?.cpu ?? Number.POSITIVE_INFINITY;
  return results.contestants.toSorted((one, other) => time(one) - time(other));
}

function labelOf({ label, isOurs, less }) {
  const marked = less?.length > 0 ? `${label} ¹` : label;
  return isOurs ? `**${marked}**` : marked;
}

function cell(results, node, count, key, name) {
  const own = findFigure(results, node, count, key, name);
  const base = findFigure(results, node, count, key, BASE);
  if (own === undefined) return '–';
  return `${base === undefined ? '' : `${ratio(base.cpu / own.cpu)} · `}${own.cpu.toFixed(1)}`;
}

function cpuTable(results, node, count, work) {
  const rows = sortRows(results, node, count).map((one) => [
    labelOf(one),
    ...work.map((key) => cell(results, node, count, key, one.name)),
  ]);
  return table(['', ...work.map((key) => WORK[key].words)], rows);
}

function rateTable(results, node, resources, work) {
  const columns = resources.flatMap((count) => work.map((key) => ({ count, key })));
  const rows = sortRows(results, node, resources[0]).map((one) => [
    labelOf(one),
    ...columns.map(({ count, key }) => {
      const own = findFigure(results, node, count, key, one.name);
      const base = findFigure(results, node, count, key, BASE);
      return own === undefined
        ? '–'
        : `${base === undefined ? '' : `${ratio(own.rate / base.rate)} · `}${group(own.rate)}`;
    }),
  ]);
  return table(['', ...columns.map(({ count, key }) => `${SHORT[key]}, ${group(count)}`)], rows);
}

function nodeTable(results) {
  const { nodes, work } = results;
  const columns = nodes.flatMap((node) => work.filter((key) => key in SHORT).map((key) => ({ node, key })));
  const rows = sortRows(results, nodes[0], 1).map((one) => [
    labelOf(one),
    ...columns.map(({ node, key }) => cell(results, node, 1, key, one.name)),
  ]);
  return table(['', ...columns.map(({ node, key }) => `${SHORT[key]}, ${node}`)], rows);
}

function contestantTable({ contestants }) {
  const rows = contestants.map(({ label, version = '', note, less = [], more = [] }) => [
    label,
    version,
    note,
    less.join('; '),
    more.join('; '),
  ]);
  return `${table(['', 'version', 'how', 'does less than asked ¹', 'does more than asked'], rows)}`;
}

function drawOne(results, count) {
  const [node] = results.nodes;
  const keys = ['get', 'post'];
  const time = (name, key) => findFigure(results, node, count, key, name)?.cpu;
  const rows = sortRows(results, node, count)
    .filter(({ name }) => time(name, 'get') !== undefined)
    .map(({ name, label, isOurs }) => ({
      name: label.replaceAll('`', ''),
      isOurs,
      bars: keys.map((key) => (time(name, key) === undefined ? undefined : time(name, key) * 1000)),
    }));
  const heading = `CPU time of a request, ${group(count)} ${count === 1 ? 'resource' : 'resources'}, logarithmic scale: less is better`;
  const write = (value, _, bar) => {
    const base = time(BASE, keys[bar]);
    return `${formatTime(value)}${base === undefined ? '' : ` · ${ratio((base * 1000) / value)}`}`;
  };
  return drawChart(heading, rows, ['GET one', 'POST'], { left: 290, right: 130, write });
}
