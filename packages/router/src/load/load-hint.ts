import { isError } from '../is-error.ts';
import { missingModule } from './missing-module.ts';
import { showPath } from './show-path.ts';

/** Say how to fix a file that could not be loaded. */
export function loadHint(cause: unknown, file: string): string {
  const { code, hint, message } = (cause ?? {}) as { code?: unknown; hint?: unknown; message?: unknown };
  // Errors of this package and of the model bring a better hint.
  if (typeof hint === 'string') return hint;
  switch (code) {
    case 'ERR_UNKNOWN_FILE_EXTENSION':
      return 'This Node does not run TypeScript: start with tsx (npm install --save-dev tsx, npx tsx src/app.ts), or compile the project and start dist/.';
    case 'ERR_MODULE_NOT_FOUND':
    case 'ERR_UNSUPPORTED_DIR_IMPORT':
    case 'MODULE_NOT_FOUND':
      return missingModule(String(message), file);
    default:
      return isError(cause) ? mistakeIn(cause, file) : 'Fix the file: it throws a value that is not an error.';
  }
}

// --- internal ---

function mistakeIn({ name, message }: Error, file: string): string {
  const asked = /^The requested module '(.+)' does not provide an export named '(.+)'/.exec(message);
  if (asked) {
    const [, from, word] = asked;
    if (word === 'default')
      return `Write export default in '${from}', or import what it exports: import { … } from '${from}'.`;
    return `Correct the name; for the default export of that file write: import ${word} from '${from}'.`;
  }
  if (/^(?:module|exports|require) is not defined in ES module scope/.test(message)) {
    return 'Write import and export default, or name the file .cjs.';
  }
  if (name === 'SyntaxError') {
    return `Run \`${/\.[cm]?ts$/.test(file) ? 'npx tsc --noEmit' : `node ${showPath(file)}`}\` to see the place.`;
  }
  return 'Fix the file; its own error follows.';
}
