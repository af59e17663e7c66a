import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { writeSummary } from './http/summary.js';
import { writeSummary as writeStoreSummary } from './store/report.js';

/** The folders that have results, in the order of the page; each exports `writeReport` and, where it draws, `drawCharts` in `report.js`. */
const SECTIONS = {
  http: 'HTTP',
  match: 'Matching',
  start: 'A start',
  generator: 'The generator',
  guards: 'What the limits cost',
  store: 'With a database',
};

/** Write the results of the last runs, or of some of them, into the README, between their markers, and draw the charts. */
export async function render(sections = Object.keys(SECTIONS)) {
  const page = new URL('./README.md', import.meta.url);
  let text = readFileSync(page, 'utf8');
  for (const section of sections.filter((one) => one in SECTIONS)) {
    const title = SECTIONS[section];
    const folder = new URL(`./${section}/`, import.meta.url);
    const file = new URL('results.json', folder);
    const report = new URL('report.js', folder);
    if (!existsSync(file) || !existsSync(report)) continue;
    const { writeReport, drawCharts } = await import(report.href);
    const results = JSON.parse(readFileSync(file, 'utf8'));
    text = replaceSection(text, section, `## ${title}\n\n${writeReport(results)}`);
    for (const [name, chart] of Object.entries(drawCharts?.(results) ?? {}))
      writeFileSync(new URL(name, folder), chart);
  }
  writeFileSync(page, text);
  for (const section of sections) renderSummary(section);
}

// --- internal ---

/** What the README of the project shows of a section, and between which markers. */
const SUMMARIES = { http: ['ratios', writeSummary], store: ['store', writeStoreSummary] };

/** The main ratios stand in the README of the project, too. */
function renderSummary(section) {
  const file = new URL(`./${section}/results.json`, import.meta.url);
  if (!(section in SUMMARIES) || !existsSync(file)) return;
  const [marker, write] = SUMMARIES[section];
  const summary = write(JSON.parse(readFileSync(file, 'utf8')));
  if (summary === undefined) return;
  const page = new URL('../README.md', import.meta.url);
  writeFileSync(page, replaceSection(readFileSync(page, 'utf8'), marker, summary));
}

function replaceSection(text, section, report) {
  const [begin, end] = [`<!-- begin: ${section} -->`, `<!-- end: ${section} -->`];
  const [before, rest] = text.split(begin);
  const [, after] = rest.split(end);
  return `${before}${begin}\n\n${report}\n\n${end}${after}`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await render();
