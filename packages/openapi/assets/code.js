// Values as JavaScript.

/** A value as JavaScript; members that need no quotes have none, and a file is a new one. */
export const inCode = (value) =>
  JSON.stringify(value, (_, one) => (isFile(one) ? `${FILE}${one.name ?? one.file}` : one), 2)
    .replace(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replace(/"file of the sample: ((?:[^"\\]|\\.)*)"/g, `new File(['Hello'], "$1")`);

/** A file that was chosen, or the place of one: `{ file: 'hello.txt' }`. */
export const isFile = (value) =>
  typeof value === 'object' && value !== null && (value instanceof Blob || typeof value.file === 'string');

// --- internal ---

const FILE = 'file of the sample: ';
