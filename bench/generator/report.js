import { ratio, table } from '../table.js';

export const title = 'The generator';

/** The section of the README, as Markdown. */
export function writeReport({ date, command, node, rounds, machine, rows, targets }) {
  return [
    `Measured on ${date.slice(0, 10)} with \`${command}\`: Node ${node} on ${machine.cores} cores of ${machine.model}; medians of ${rounds} rounds, each command in a fresh project, as a whole process. Ratios are to the run of \`node -e 0\` of the same round.`,
    table(
      ['', 'limit', 'this run', ''],
      targets.map(({ what, limit, figure, met }) => [what, limit, figure, met ? 'met' : '**missed**']),
    ),
    table(
      ['', 'files written or changed', 'ms', '× `node -e 0`', 'version or remark'],
      rows.map(({ name, version, files, milliseconds, ratio: times, remark }) => [
        name.startsWith('rest-gen') ? `**\`${name}\`**` : `\`${name}\``,
        files,
        milliseconds === undefined ? '–' : milliseconds.toFixed(0),
        ratio(times),
        remark ?? version ?? '',
      ]),
    ),
  ].join('\n\n');
}
