import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProject } from '../../src/project/project.ts';
import { type ConvertedLogic, convertLogic } from '../../src/thinkjs/convert-logic.ts';
import { findFiles } from '../../src/thinkjs/find-files.ts';
import { writeData } from '../../src/thinkjs/value.ts';
import { writeLogic } from '../../src/thinkjs/write-logic.ts';
import { makeDirectory, makeProject } from '../fixture.ts';

/** A ThinkJS project in a directory of its own. */
export function makeThink(files: Readonly<Record<string, string>>): string {
  const root = makeDirectory();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** Convert one logic of a project. */
export function convert(
  files: Readonly<Record<string, string>>,
  controller = 'user',
  captured: readonly string[] = [],
): ConvertedLogic {
  const project = findFiles(makeThink(files));
  const file = project.logics.get(controller);
  if (file === undefined) throw new Error(`no logic ${controller}`);
  return convertLogic(file, project, controller, new Set(captured));
}

/** The conversion of a class body: the logic in one line, and what is listed. */
export function convertBody(body: string, version: 2 | 3 = 3): { logic: string; left: string[] } {
  const source =
    version === 3
      ? `module.exports = class extends think.Logic {\n${body}\n};\n`
      : `export default class extends think.logic.base {\n${body}\n}\n`;
  const { logic, left } = convert({ 'src/logic/user.js': source });
  return {
    logic: logic === undefined ? '' : oneLine(writeData(logic)),
    left: left.map(({ line, message }) => `${line} ${message}`),
  };
}

/** A logic file of a kind of project. */
export function convertFile(kind: 'ts-esm' | 'js-cjs', logic: Record<string, unknown>): string {
  return writeLogic(findProject(makeProject(kind)), logic);
}

// --- internal ---

function oneLine(text: string): string {
  return text.replace(/,?\n */g, (line) => (line.startsWith(',') ? ', ' : ' ')).replace(/, ([}\]])/g, ' $1');
}
