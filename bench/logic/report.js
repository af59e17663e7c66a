import { cpus } from 'node:os';

/** The part of the README that a run writes, as Markdown. */
export function writeReport({ sets, tables, start, lists, checks }) {
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node} on ${cpus().length} cores of ${cpus()[0].model}.`,
    '### What must be reached',
    table(
      ['', 'limit', 'this run', ''],
      checks.map(({ what, limit, figure, met }) => [what, limit, figure, met ? 'met' : '**missed**']),
    ),
    '### One object of six fields',
    words(sets.plain),
    '![Time of one validation, by library](logic/results.svg)',
    lanes(tables.plain),
    '### The same with an email address',
    words(sets.email),
    lanes(tables.email),
    '### The libraries',
    libraries(tables.plain),
    '### A start',
    'The middle one of three processes.',
    table(
      ['', 'ms'],
      [
        [`${start.files} logic files of ${start.fields} fields: \`compileLogic\` of all`, start.compile.toFixed(0)],
        ['one of them: the first validated request, with the compilation of its action', start.first.toFixed(2)],
        ['the next request', start.second.toFixed(2)],
      ],
    ),
    '### Lists',
    'Nanoseconds an item.',
    table(
      ['items', 'all valid', 'the last one wrong', 'every one wrong', 'errors collected'],
      lists.map(({ length, valid, last, every, errors }) => [
        group(length),
        ...[valid, last, every, errors].map((value) => value.toFixed(0)),
      ]),
    ),
  ].join('\n\n');
}

// --- internal ---

function words({ words }) {
  return Object.entries(words)
    .map(([field, text]) => `- \`${field}\`: ${text}`)
    .join('\n');
}

/** Rows of one set, the fastest for a valid object first. */
function lanes({ rows, ours, ajv }) {
  const cells = (time, kind) =>
    time === undefined ? ['–', '–', '–'] : [group(Math.round(time)), ratio(time / ajv[kind]), ratio(time / ours[kind])];
  return table(
    ['', 'valid, ns', '× Ajv', '× ours', 'invalid, ns', '× Ajv', '× ours'],
    rows.map(({ library, isOurs, valid, invalid }) => [
      isOurs ? `**${library.name}**` : library.name,
      ...cells(valid, 'valid'),
      ...cells(invalid, 'invalid'),
    ]),
  );
}

function libraries({ rows }) {
  return table(
    ['', 'version', 'gives back', 'remarks'],
    rows.map(({ library, output }) => [library.name, library.version, output, remarks(library)]),
  );
}

function remarks({ note, differs = {} }) {
  const listed = Object.entries(differs).map(([reason, probes]) => `${reason} (${probes.join('; ')})`);
  return [...(note ? [note] : []), ...listed].join('; ');
}

/** Columns of figures stand to the right. */
function table(head, rows) {
  const isFigure = (column) => rows.every((row) => /^(?:[\d.,]+|–)$/.test(row[column]));
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (isFigure(column) ? '---:' : '---'))), ...rows.map(line)].join('\n');
}

function group(number) {
  return number.toLocaleString('en-US');
}

function ratio(value) {
  return value < 10 ? value.toFixed(2) : value.toFixed(0);
}
