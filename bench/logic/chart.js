/**
 * Draw horizontal bars on a logarithmic scale, two for each row.
 *
 * @param title - what is measured
 * @param rows - `name`, `isOurs`, and nanoseconds of both bars; undefined: no bar
 * @param legend - what the two bars are
 * @param options - `left` and `right`: room for the names, and for the figures behind the longest bar; `write(value, row, bar)`: the figure of a bar
 * @returns an SVG document that is readable on light and dark pages
 */
export function drawChart(title, rows, legend, { left = LEFT, right = RIGHT, write = formatTime } = {}) {
  const values = rows.flatMap(({ bars }) => bars).filter((value) => value !== undefined);
  const from = Math.floor(Math.log10(Math.min(...values) / 1.5));
  const to = Math.ceil(Math.log10(Math.max(...values)));
  const x = (value) => left + ((Math.log10(value) - from) / (to - from)) * (WIDTH - left - right);
  const bottom = TOP + rows.length * ROW;
  const powers = Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 40}" width="${WIDTH}" role="img" aria-label="${escapeText(title)}">
<style>${STYLE}</style>
<rect class="page" width="100%" height="100%" rx="6"/>
<text class="title" x="20" y="32">${escapeText(title)}</text>
${legend.map((text, index) => drawLegend(text, index)).join('\n')}
${powers.map((power) => drawLine(power, x(power), bottom)).join('\n')}
${rows.map((row, index) => drawRow(row, TOP + index * ROW, { x, left, write })).join('\n')}
</svg>
`;
}

/** @example formatTime(12_345) // '12 µs' */
export function formatTime(nanoseconds) {
  const [value, unit] = nanoseconds < 999.5 ? [nanoseconds, 'ns'] : [nanoseconds / 1000, 'µs'];
  return `${Number(value.toPrecision(value < 100 ? 2 : 3))} ${unit}`;
}

// --- internal ---

const WIDTH = 860;
const LEFT = 160;
/** Room for the figure behind the longest bar. */
const RIGHT = 80;
const TOP = 84;
const ROW = 42;
const BAR = 15;

const STYLE = `
text { font-family: system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; font-size: 15px; fill: #1f2328 }
.page { fill: #ffffff } .title { font-weight: 600; font-size: 17px } .ours { font-weight: 600 }
.figure, .axis { font-size: 13px } .axis { fill: #59636e; text-anchor: middle } .name { text-anchor: end }
.line { stroke: #d1d9e0 } .bar0 { fill: #6e7781 } .bar1 { fill: #b6bec7 } .ours0 { fill: #0969da } .ours1 { fill: #80b8f5 }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc } .page { fill: #0d1117 } .axis { fill: #9198a1 } .line { stroke: #3d444d }
.bar0 { fill: #9198a1 } .bar1 { fill: #545d68 } .ours0 { fill: #4493f8 } .ours1 { fill: #1f4f8f }
}`;

function drawLegend(text, index) {
  const left = 20 + index * 120;
  return `<rect class="bar${index}" x="${left}" y="46" width="14" height="14"/><text class="figure" x="${left + 20}" y="58">${escapeText(text)}</text>`;
}

function drawLine(value, x, bottom) {
  return `<path class="line" d="M${x.toFixed(1)} ${TOP - 6}V${bottom}"/><text class="axis" x="${x.toFixed(1)}" y="${bottom + 20}">${formatTime(value)}</text>`;
}

function drawRow(row, top, { x, left, write }) {
  const { name, isOurs, bars } = row;
  const shown = bars.map((value, index) => {
    const y = top + index * (BAR + 2);
    if (value === undefined) return `<text class="figure" x="${left + 6}" y="${y + 12}">–</text>`;
    const width = (x(value) - left).toFixed(1);
    const bar = `<rect class="${isOurs ? 'ours' : 'bar'}${index}" x="${left}" y="${y}" width="${width}" height="${BAR}"/>`;
    return `${bar}<text class="figure" x="${(x(value) + 6).toFixed(1)}" y="${y + 12}">${write(value, row, index)}</text>`;
  });
  return `<text class="name${isOurs ? ' ours' : ''}" x="${left - 10}" y="${top + 21}">${escapeText(name)}</text>${shown.join('')}`;
}

function escapeText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
