import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
// Ours has no API for programs; this one is the last that has.
import ts from 'typescript6';

/** What the language service reports for a piece of TypeScript in this folder. */
export interface Snippet {
  /** Messages of the errors, the lines of each as one text. */
  readonly errors: readonly string[];
  /** Names that can be written at `|`. */
  readonly completions: readonly string[];
  /** What is shown of the name at `|`, on one line. */
  readonly hover: string;
  /** The code in a declaration file, on one line. */
  readonly declaration: string;
}

/** Read a piece of code that uses what `HEAD` imports; `|` is the cursor. */
export function readSnippet(code: string): Snippet {
  const cursor = code.indexOf('|');
  text = HEAD + code.replace('|', '');
  version += 1;
  const diagnostics = [...service.getSyntacticDiagnostics(FILE), ...service.getSemanticDiagnostics(FILE)];
  const found = cursor === -1 ? undefined : service.getCompletionsAtPosition(FILE, HEAD.length + cursor, {});
  const hover = cursor === -1 ? undefined : service.getQuickInfoAtPosition(FILE, HEAD.length + cursor);
  const [declaration] = service.getEmitOutput(FILE, true, true).outputFiles;
  return {
    errors: diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
    completions: found?.entries.map(({ name }) => name) ?? [],
    hover: oneLine(ts.displayPartsToString(hover?.displayParts)),
    declaration: oneLine(declaration?.text ?? ''),
  };
}

// --- internal ---

const FILE = join(dirname(fileURLToPath(import.meta.url)), 'in-memory.ts');
const HEAD = [
  "import { defineLogic } from '../../src/define-logic.ts';",
  "import type { Input } from '../../src/infer.ts';",
  "import { partial } from '../../src/partial.ts';",
  "import { validate } from '../../src/validate.ts';",
  "import { slug, within } from '../types/own-rules.ts';",
  'void [slug, within];\n',
].join('\n');

let text = HEAD;
let version = 0;

const service = ts.createLanguageService({
  getCompilationSettings: () => ({
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    declaration: true,
    emitDeclarationOnly: true,
    noErrorTruncation: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    types: ['node'],
  }),
  getScriptFileNames: () => [FILE],
  getScriptVersion: (file) => (file === FILE ? String(version) : '0'),
  getScriptSnapshot: (file) => {
    const content = file === FILE ? text : ts.sys.readFile(file);
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
  },
  getCurrentDirectory: () => dirname(FILE),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (file) => file === FILE || ts.sys.fileExists(file),
  readFile: ts.sys.readFile,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
});

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
