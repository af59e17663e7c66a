// Commands with their output → an animated SVG without scripts, as code hosts show it.

const COLUMNS = 55;
const WIDTH = 8.4; // of a character
const HEIGHT = 20; // of a line
const LEFT = 14;
const TOP = 46;
const GAP = 8; // between two commands
// Seconds.
const TYPING = 0.9;
const ANSWER = 0.3;
const READING = 1.1;

const STYLE = `
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #d0d7de; white-space: pre; animation: show .01s both; }
.command { fill: #fff; font-weight: 600; animation: type ${TYPING}s steps(40) both; }
.prompt { fill: #7ee787; }
.error { fill: #ffb3ab; }
@keyframes show { from { opacity: 0; } }
@keyframes type { from { clip-path: inset(0 100% 0 0); } to { clip-path: inset(0 0 0 0); } }
@media (prefers-reduced-motion: reduce) { text, .command { animation: none; } }
`;

/**
 * Draw a terminal in which the commands are typed one after the other. It plays once; without animations it shows the end.
 *
 * @param {{ command: string, output: string }[]} recorded
 * @returns {string} 55 characters wide; longer lines continue on the next one
 */
export function drawTerminal(recorded) {
  const texts = [];
  let y = TOP;
  let time = 0.5;
  for (const { command, output } of recorded) {
    texts.push(drawText('$', 'prompt', { y, time }), drawText(command, 'command', { y, time, column: 2 }));
    time += TYPING + ANSWER;
    const kind = output.includes('"status":4') ? 'error' : 'output';
    for (const line of wrap(output)) {
      y += HEIGHT;
      texts.push(drawText(line, kind, { y, time }));
    }
    y += HEIGHT + GAP;
    time += READING;
  }
  const [width, height] = [Math.ceil(COLUMNS * WIDTH + 2 * LEFT), y - HEIGHT + 6];
  const dots = ['#ff7b72', '#e3b341', '#7ee787'].map(
    (color, index) => `<circle cx="${20 + index * 18}" cy="16" r="5" fill="${color}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>A terminal: a command generates a resource, and requests get its answers</title>
<style>${STYLE}</style>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" fill="#161b22" stroke="#6e7681"/>
${dots.join('')}
${texts.join('\n')}
</svg>
`;
}

// --- internal ---

/** @param {string} output */
function wrap(output) {
  const lines = output.trimEnd().split('\n');
  return lines.flatMap((line) => line.match(new RegExp(`.{1,${COLUMNS}}`, 'gu')) ?? ['']);
}

/**
 * @param {string} text
 * @param {string} kind - its class
 * @param {{ row: number, time: number, column?: number }} place
 */
function drawText(text, kind, { y, time, column = 0 }) {
  const x = (LEFT + column * WIDTH).toFixed(1);
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  // The same width in every font.
  const length = (text.length * WIDTH).toFixed(1);
  return `<text class="${kind}" x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs" style="animation-delay:${time.toFixed(1)}s">${escaped}</text>`;
}
