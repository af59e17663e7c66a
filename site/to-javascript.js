// TypeScript of a page → the JavaScript that does the same.
import { format } from 'prettier';
import { blankSourceFile } from 'ts-blank-space';
import ts from 'typescript';

/**
 * Remove the types of a program, or of members of a class.
 *
 * @param {string} code
 * @param {'ts' | 'tsx'} language
 * @returns {Promise<string>} formatted; empty when there are only types
 * @throws {Error} for code that is not TypeScript, or that needs more than removing types
 */
export async function toJavaScript(code, language) {
  const program = parse(code, language);
  if (program.parseDiagnostics.length === 0) return show(removeTypes(program));
  const members = parse(`${CLASS}\n${code}}\n`, language);
  const [problem] = members.parseDiagnostics;
  if (problem) throw new Error(`Not TypeScript: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}\n${code}`);
  const lines = (await show(removeTypes(members), 2)).trimEnd().split('\n').slice(1, -1);
  return `${lines.map((line) => line.replace(/^ {2}/, '')).join('\n')}\n`;
}

// --- internal ---

const CLASS = 'class Fragment {';

/** @param {string} code @param {string} language */
function parse(code, language) {
  const kind = language === 'tsx' ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(`block.${language}`, code, ts.ScriptTarget.Latest, true, kind);
}

/** @param {import('typescript').SourceFile} file */
function removeTypes(file) {
  const kept = [];
  let position = 0;
  const blanked = blankSourceFile(file, (node) => {
    throw new Error(`Not only types: ${node.getText(file)}`);
  });
  // Blanking keeps every line: that of a type, and its comment, would stay as a hole.
  for (const statement of file.statements.filter(isTypeOnly)) {
    const [comment] = statement.jsDoc ?? [];
    kept.push(blanked.slice(position, comment?.pos ?? statement.getStart(file)));
    const end = file.text.indexOf('\n', statement.end);
    position = end === -1 ? file.text.length : end + 1;
  }
  return [...kept, blanked.slice(position)].join('');
}

/** @param {import('typescript').Statement} statement */
function isTypeOnly(statement) {
  return (
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    (ts.isImportDeclaration(statement) && statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) ||
    (ts.isExportDeclaration(statement) && statement.isTypeOnly) ||
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) === true
  );
}

/** @param {string} code @param {number} [indent] - columns that the reader does not see */
async function show(code, indent = 0) {
  const named = code
    // Relative imports, and the name of the file above its code: `.tsx` becomes `.jsx`.
    .replace(/(['"]\.{1,2}\/[\w./-]+)\.ts(x?['"])/g, '$1.js$2')
    .replace(/^(\/\/ [\w./-]+)\.ts(x?)\b/gm, '$1.js$2');
  return format(named, { parser: 'babel', printWidth: 120 + indent, singleQuote: true });
}
