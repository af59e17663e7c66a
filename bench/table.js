/** A table in Markdown; columns of figures stand to the right. */
export function table(head, rows) {
  const isFigure = (column) => column > 0 && rows.every((row) => /^[*\d.,+×–−]/.test(row[column]));
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (isFigure(column) ? '---:' : '---'))), ...rows.map(line)].join('\n');
}

/** A ratio with as many digits as a reader can use: `0.97×`, `12×`. */
export function ratio(value) {
  return value === undefined ? '–' : `${value < 10 ? value.toFixed(2) : value.toFixed(0)}×`;
}

/** A number with its thousands apart. */
export function group(number) {
  return Math.round(number).toLocaleString('en-US');
}
