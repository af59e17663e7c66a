import { ratio, table } from '../table.js';
import { REQUESTS } from './requests.js';

/** The name of the contestant that all are compared with. */
export const BASE = 'fastify';

/** The figure of one contestant in one cell, in microseconds. */
export function findFigure(figures, database, work, name) {
  return figures.find((one) => one.database === database && one.work === work && one.name === name)?.cpu;
}

/** Print a cell: microseconds a request, and the ratio to Fastify by hand. */
export function printCell(figures, database, key, contestants) {
  const base = findFigure(figures, database, key, BASE);
  console.log(`${database}, ${REQUESTS[key].words}`);
  for (const { name } of contestants) {
    const { cpu, spread, rate } = figures.find(
      (one) => one.database === database && one.work === key && one.name === name,
    );
    const cells = [`${cpu.toFixed(1).padStart(7)} us`, `±${spread.toFixed(1).padEnd(6)}`];
    const compared = base === undefined ? '' : `× ${(cpu / base).toFixed(2)}`;
    console.log(`  ${name.padEnd(10)} ${cells.join(' ')} ${rate.toFixed(0).padStart(6)} a second  ${compared}`);
  }
}

/** What ours has to reach in every cell in which it was measured beside the programs by hand. */
export function findTargets({ figures, cells }) {
  return cells.flatMap(({ database, work }) => {
    const [own, fastify, express] = ['ours', BASE, 'express'].map((name) => findFigure(figures, database, work, name));
    const where = `${TITLES[database]}, ${REQUESTS[work].words}`;
    return [
      target(`${where}: ours to Fastify by hand`, '≤ 1.4×', own, fastify, (value) => value <= 1.4),
      target(`${where}: ours to Express by hand`, '< 1×', own, express, (value) => value < 1),
    ].filter(({ figure }) => figure !== undefined);
  });
}

/** The section of the page, as Markdown. */
export function writeReport(results) {
  const { date, minutes, command, node, machine, options, contestants, targets } = results;
  return [
    `Measured on ${date.slice(0, 10)} in ${Math.ceil(minutes)} minutes with \`${command}\`: Node ${node} on ${machine.cores} cores of ${machine.model}${machine.pinned ? ', the server on one core, the generator on another' : ''}; a table of ${options.rows.toLocaleString('en-US')} rows, 32 connections, medians of ${options.rounds} rounds of ${options.requests.toLocaleString('en-US')} requests to each server, each after ${options.unmeasured.toLocaleString('en-US')} that are not measured.`,
    'Time that the process of the server takes for a request, as a ratio to Fastify by hand, and in microseconds; less is better. The process of the database is not counted. SQLite is a part of the server.',
    writeTable(results),
    ...(targets.length === 0
      ? []
      : [
          table(
            ['What must be reached', 'limit', 'this run', ''],
            targets.map(({ what, limit, figure, met }) => [what, limit, figure, met ? 'met' : '**missed**']),
          ),
        ]),
    table(
      ['', 'version', 'remarks'],
      contestants.map(({ label, version, note, less = [] }) => [
        label,
        version,
        [note, ...(less.length === 0 ? [] : [`¹ without ${less.join(', ')}`])].join('; '),
      ]),
    ),
  ].join('\n\n');
}

/** The table of the README of the project, as Markdown; `undefined` for a run that left something out. */
export function writeSummary(results) {
  const { figures, node, date, options } = results;
  const isWhole =
    options.rows === 100_000 &&
    ['sqlite', 'postgres'].every((database) =>
      Object.keys(REQUESTS).every((work) =>
        ['express', 'fastify', 'ours', 'feathers', 'nest', 'adonis'].every(
          (name) => findFigure(figures, database, work, name) !== undefined,
        ),
      ),
    );
  if (!isWhole) return undefined;
  return [
    `With a database (a table of ${options.rows.toLocaleString('en-US')} rows): CPU time of a request to that of Fastify by hand with one prepared statement, less is better; ¹ marks who [does less](bench/README.md#with-a-database). Node ${node}, ${date.slice(0, 10)}:`,
    writeTable({ ...results, hasTimes: false }),
  ].join('\n\n');
}

// --- internal ---

const TITLES = { sqlite: 'SQLite', postgres: 'PostgreSQL', mariadb: 'MariaDB' };

function writeTable({ figures, cells, contestants, hasTimes = true }) {
  const cell = (name, { database, work }) => {
    const [own, base] = [name, BASE].map((one) => findFigure(figures, database, work, one));
    if (own === undefined) return '–';
    return [base && ratio(own / base), hasTimes && own.toFixed(1)].filter(Boolean).join(' · ');
  };
  const label = ({ label, isOurs, less = [] }) =>
    [isOurs ? `**${label}**` : label, ...(less.length > 0 ? ['¹'] : [])].join(' ');
  return table(
    ['', ...cells.map(({ database, work }) => `${TITLES[database]}: ${REQUESTS[work].words}`)],
    contestants.map((one) => [label(one), ...cells.map((where) => cell(one.name, where))]),
  );
}

function target(what, limit, own, other, isMet) {
  if (own === undefined || other === undefined) return { figure: undefined };
  return { what, limit, figure: ratio(own / other), met: isMet(own / other) };
}
