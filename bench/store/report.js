import { REQUESTS } from './requests.js';

/** The figure of one contestant in one cell. */
export function findFigure(figures, database, work, name) {
  return figures.find((one) => one.database === database && one.work === work && one.name === name)?.cpu;
}

/** Print a cell: microseconds a request, and the ratio to Fastify by hand. */
export function printCell(figures, database, key, contestants) {
  const base = findFigure(figures, database, key, 'fastify');
  console.log(`${database}, ${REQUESTS[key].words}`);
  for (const { name } of contestants) {
    const { cpu, spread, rate } = figures.find(
      (one) => one.database === database && one.work === key && one.name === name,
    );
    const ratio = base === undefined ? '' : `× ${(cpu / base).toFixed(2)}`;
    console.log(
      `  ${name.padEnd(10)} ${cpu.toFixed(1).padStart(7)} us ±${spread.toFixed(1).padEnd(6)} ${rate.toFixed(0).padStart(6)} a second  ${ratio}`,
    );
  }
}
