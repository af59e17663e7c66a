import { missingModule } from './missing-module.ts';
import { showPath } from './show-path.ts';

/** Say what to do about the error of a file that could not be loaded. */
export function wayOut(cause: unknown, file: string): string {
  const { code, hint, message } = (cause ?? {}) as { code?: unknown; hint?: unknown; message?: unknown };
  // An error of ours or of the model's knows better.
  if (typeof hint === 'string') return hint;
  switch (code) {
    case 'ERR_REQUIRE_ASYNC_MODULE':
      return 'Files of the convention are loaded synchronously: move the top-level await into a function.';
    case 'ERR_REQUIRE_CYCLE_MODULE':
      return 'The file imports the one that calls createRestRouter(): break that circle.';
    case 'ERR_MODULE_NOT_FOUND':
    case 'ERR_UNSUPPORTED_DIR_IMPORT':
    case 'MODULE_NOT_FOUND':
      return missingModule(String(message), file);
    default:
      return cause instanceof Error ? mistakeIn(cause, file) : 'Mend the file; what it throws is no error.';
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
  // Node does not say where the mistake in an ES module is when it is loaded in this way.
  if (name === 'SyntaxError') {
    return `Run \`${/\.[cm]?ts$/.test(file) ? 'npx tsc --noEmit' : `node ${showPath(file)}`}\` to see the place.`;
  }
  return 'Mend the file; its own error follows.';
}
