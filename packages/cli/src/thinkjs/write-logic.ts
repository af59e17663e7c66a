import { kind } from '../plan/plan-controller.ts';
import type { Project } from '../project/project.ts';
import { keyOf } from '../render.ts';
import { Code, toObject, writeData } from './value.ts';

/** Write a logic file in the language of a project. */
export function writeLogic(project: Project, logic: Record<string, unknown>): string {
  const members = Object.entries(logic).map(([name, value]) => {
    const key = `${keyOf(name)}: `;
    return `  ${key}${writeData(project.annotated ? typed(value) : value, 2, 2 + key.length)},\n`;
  });
  const object = `{\n${members.join('')}}`;
  const isModule = kind(project).esm;
  const from = "from '@rest-gen/logic'";
  const head = isModule ? `import { defineLogic } ${from};\n` : "const { defineLogic } = require('@rest-gen/logic');\n";
  // isolatedDeclarations needs the type of the export.
  if (project.annotated)
    return `${head}\nconst actions = ${object} as const;\nconst logic: typeof actions = defineLogic(actions);\nexport default logic;\n`;
  return `${head}\n${isModule ? 'export default' : 'module.exports ='} defineLogic(${object});\n`;
}

// --- internal ---

/** isolatedDeclarations does not infer the type of a regular expression. */
function typed(data: unknown): unknown {
  if (data instanceof RegExp) return new Code(`${data} as RegExp`);
  if (Array.isArray(data)) return data.map(typed);
  if (typeof data !== 'object' || data === null) return data;
  return toObject(Object.entries(data).map(([name, value]) => [name, typed(value)]));
}
