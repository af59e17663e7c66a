import { join } from 'node:path';
// Version 7 has no API for programs; this one is the last that has.
import ts from 'typescript6';
import { read } from './fixture.ts';

/** What an editor knows of a file. */
export interface Opened {
  /** The text that each error underlines, and its message. */
  readonly errors: readonly (readonly [underlined: string, message: string])[];
  /** Names that can be written at `|`. */
  readonly completions: readonly string[];
}

/**
 * Open a file of a TypeScript project as an editor does, with a change.
 *
 * @param text - is replaced; fails when the file does not have it
 * @param change - what is typed in its place; `|` is the cursor
 */
export function openInEditor(root: string, path: string, text = '', change = text): Opened {
  const content = read(root, path);
  const start = content.indexOf(text);
  if (start === -1) throw new Error(`${path} does not contain ${text}:\n${content}`);
  const typed = content.slice(0, start) + change.replace('|', '') + content.slice(start + text.length);
  const file = join(root, path);
  const service = createService(root, file, typed);
  const diagnostics = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
  const cursor = change.indexOf('|');
  const found = cursor === -1 ? undefined : service.getCompletionsAtPosition(file, start + cursor, {});
  return {
    errors: diagnostics.map((one) => [
      typed.slice(one.start ?? 0, (one.start ?? 0) + (one.length ?? 0)),
      ts.flattenDiagnosticMessageText(one.messageText, ' '),
    ]),
    completions: found?.entries.map(({ name }) => name) ?? [],
  };
}

// --- internal ---

function createService(root: string, file: string, typed: string): ts.LanguageService {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config as unknown;
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames,
    getScriptVersion: () => '0',
    getScriptSnapshot: (name) => {
      const content = name === file ? typed : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: (name) => ts.sys.realpath?.(name) ?? name,
  });
}
