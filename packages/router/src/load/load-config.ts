import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../errors.ts';
import type { ModelProvider } from '../model/types.ts';
import type { RuleConfig } from '../parse/types.ts';
import { type ProjectRoot, rootHint } from './find-root.ts';
import { loadDefault } from './load-module.ts';
import { showPath } from './show-path.ts';
import { wrongExport } from './wrong-export.ts';

/**
 * Load the list of rules, and say which file has it.
 *
 * @throws {StartError} `E_NO_ROOT`, `E_LOAD` or `E_RULES_EXPORT`
 */
export function loadRules(root: ProjectRoot): [readonly RuleConfig[], string] {
  const path = findModule(root, 'config/router');
  if (path === undefined) {
    throw new StartError('E_NO_ROOT', `no config/router in ${showPath(root.directory)}`, {
      hint: rootHint([root.directory]),
    });
  }
  const file = showPath(path);
  const rules = loadDefault(path);
  const isRule = Array.isArray(rules) && (typeof rules[0] === 'string' || rules[0] instanceof RegExp);
  if (!Array.isArray(rules) || isRule) {
    const reason = isRule ? 'it is one rule, not a list of rules' : wrongExport('it', rules, 'a list of rules', file);
    throw new StartError('E_RULES_EXPORT', reason, {
      file,
      hint: "Write export default defineRules([['/post/:id?', 'rest']]): a list of lists.",
    });
  }
  return [rules as RuleConfig[], file];
}

/**
 * Load the model; a project may have none.
 *
 * @throws {StartError} `E_LOAD` or `E_MODEL_EXPORT`
 */
export function loadModel(root: ProjectRoot | undefined): ModelProvider | undefined {
  const path = root && findModule(root, 'config/model');
  if (path === undefined) return undefined;
  const file = showPath(path);
  const model = loadDefault(path) as Partial<ModelProvider> | undefined;
  if (typeof model?.repository === 'function') return model as ModelProvider;
  throw new StartError('E_MODEL_EXPORT', wrongExport('it', model, 'a model provider with repository(name)', file), {
    file,
    hint: "Write export default createModels('sqlite:./data/app.sqlite3'), with createModels from '@rest-gen/model'.",
  });
}

// --- internal ---

function findModule({ directory, extensions }: ProjectRoot, name: string): string | undefined {
  return extensions.map((extension) => join(directory, name + extension)).find((path) => existsSync(path));
}
