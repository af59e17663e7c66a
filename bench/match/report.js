import { group, table } from '../table.js';
import { questions } from './paths.js';

/** The part of the README that a run writes, as Markdown. */
export function writeReport({ date, node, machine, contestants, tables, shapes, start, checks }) {
  return [
    `Measured on ${date} with Node ${node} on ${machine}. Nanoseconds of the processor a match, the median of nine rounds.`,
    '### What must be reached',
    table(
      ['', 'limit', 'this run', ''],
      checks.map(({ what, limit, figure, met }) => [what, limit, figure, met ? 'met' : '**missed**']),
    ),
    'With one rule there is nothing to choose from, and one expression, which the engine compiles to machine code, is faster than any router.',
    ...['path', 'regexp'].flatMap((form) => [
      `### The form ${form === 'path' ? '`/item0/:id?`' : '`/\\/item0(?:\\/(\\d+))?/`'}`,
      formTable(tables.filter((one) => one.form === form)),
    ]),
    '### Other rules of ours',
    'The last of 10,000 is asked for. An expression that steps cannot stand for is run, after the tree has told it apart from all others.',
    table(
      ['rule', 'ns', 'start, ms'],
      shapes.map(({ text, time, start }) => [`\`${text}\``, group(time), group(start)]),
    ),
    '### The contestants',
    'Who keeps the written order, decodes, takes `/item0/7/` and `/ITEM0/7` is found out by asking. Ours does all of it.',
    table(
      ['', 'version', 'written order', 'decodes', 'last slash', 'any case', 'remarks'],
      contestants.map(({ name, version, order, decodes, slash, anyCase, remarks }) => [
        name,
        version,
        ...[order, decodes, slash, anyCase].map((has) => (has ? 'yes' : 'no')),
        remarks,
      ]),
    ),
    '### A start',
    table(
      ['form', 'rules', 'ms', 'bytes a rule'],
      start.map(({ form, count, milliseconds, bytes }) => [
        form,
        group(count),
        milliseconds.toFixed(0),
        group(Math.round(bytes)),
      ]),
    ),
  ].join('\n\n');
}

// --- internal ---

function formTable(tables) {
  return table(
    ['rules', '', ...questions, 'mean', '× ours'],
    tables.flatMap(({ count, rows: [ours, ...others] }) => {
      const byMean = [ours, ...others].sort((one, other) => (one.mean ?? Infinity) - (other.mean ?? Infinity));
      return byMean.map(({ name, times, mean, reason }) => [
        group(count),
        name === ours.name ? `**${name}**` : name,
        ...(mean === undefined
          ? ['–', '–', '–', '–', '–', reason]
          : [
              ...questions.map((question) => group(Math.round(times[question]))),
              group(Math.round(mean)),
              (mean / ours.mean).toFixed(2),
            ]),
      ]);
    }),
  );
}
