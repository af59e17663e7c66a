import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CompiledLogic, compileLogic } from '@rest-gen/logic';
import { Controller } from '../controller/controller.ts';
import type { ControllerClass } from '../controller/controller-class.ts';
import { StartError } from '../errors.ts';
import type { ModelProvider } from '../model/types.ts';
import type { RestRouterOptions } from '../options.ts';
import type { RuleConfig } from '../parse/types.ts';
import { checkActions } from './check-actions.ts';
import { checkTexts } from './check-texts.ts';
import { findRoot, type ProjectRoot } from './find-root.ts';
import { listModules } from './list-modules.ts';
import { loadDefault, showPath } from './load-module.ts';

/** A controller as found: its class, and the file to name in errors. */
export interface LoadedController {
  readonly name: string;
  readonly Class: ControllerClass;
  readonly file: string | undefined;
}

/** A logic as found, compiled. */
export interface LoadedLogic {
  readonly logic: CompiledLogic;
  /** As the file exports it. */
  readonly declared: object;
  readonly file: string | undefined;
}

/** Everything that the files of a project (or the options in their place) hold. */
export interface Project {
  readonly rules: readonly RuleConfig[];
  readonly rulesFile: string | undefined;
  readonly controllers: ReadonlyMap<string, LoadedController>;
  readonly logics: ReadonlyMap<string, LoadedLogic>;
  readonly model: ModelProvider | undefined;
  /** Whether the model was loaded here, and so is ours to close. */
  readonly ownsModel: boolean;
}

/**
 * Load rules, controllers, logics and model, from the files or from the options that replace them.
 *
 * After this no file is ever opened again: requests only look into these maps.
 *
 * @throws {StartError} naming the file that is missing, broken or exports something else
 */
export function loadProject(options: RestRouterOptions): Project {
  const { rules, controllers, model } = options;
  // With rules and controllers in hand there is nothing to look for; logic and model are optional in any case.
  const root = rules && controllers && options.root === undefined ? undefined : findRoot(options.root);
  const [loadedRules, rulesFile] = rules ? [rules, undefined] : loadRules(root as ProjectRoot);
  const loadedControllers = controllers ? injectControllers(controllers) : loadControllers(root as ProjectRoot);
  const logics = options.logics ? injectLogics(options.logics) : loadLogics(root);
  checkActions(loadedControllers, logics);
  checkTexts(options.messages, logics);
  return {
    rules: loadedRules,
    rulesFile,
    controllers: loadedControllers,
    logics,
    model: model ?? loadModel(root),
    ownsModel: model === undefined,
  };
}

// --- internal ---

function loadRules(root: ProjectRoot): [readonly RuleConfig[], string] {
  const path = findModule(root, 'config/router');
  if (path === undefined) {
    throw new StartError('E_NO_ROOT', `no config/router in ${showPath(root.directory)}`, {
      hint: 'Write it, or give createRestRouter({ rules }).',
    });
  }
  const file = showPath(path);
  const rules = loadDefault(path);
  if (!Array.isArray(rules)) {
    throw new StartError('E_RULES_EXPORT', `the default export is ${typeof rules}, not a list of rules`, {
      file,
      hint: "Write export default defineRules([['/post/:id?', 'rest']]).",
    });
  }
  return [rules as RuleConfig[], file];
}

function loadControllers(root: ProjectRoot): Map<string, LoadedController> {
  const loaded = new Map<string, LoadedController>();
  for (const [name, path] of listModules(join(root.directory, 'controller'), root.extensions)) {
    if (isBaseClass(name)) continue;
    addController(loaded, name, loadDefault(path), showPath(path));
  }
  return loaded;
}

function injectControllers(controllers: Readonly<Record<string, unknown>>): Map<string, LoadedController> {
  const loaded = new Map<string, LoadedController>();
  for (const [name, value] of Object.entries(controllers)) {
    if (!isBaseClass(name)) addController(loaded, name, value, undefined);
  }
  return loaded;
}

function addController(
  loaded: Map<string, LoadedController>,
  name: string,
  value: unknown,
  file: string | undefined,
): void {
  if (!isControllerClass(value)) {
    throw new StartError('E_CONTROLLER_EXPORT', `the controller "${name}" is not a class that extends Controller`, {
      file,
      hint: "Write export default class extends Rest { … }, with Rest from './rest.js', or Controller from '@rest-gen/router'.",
    });
  }
  // The base class of other controllers says so itself; its own `abstract` does not pass on to what extends it.
  if (Object.hasOwn(value, 'abstract') && value.abstract) return;
  loaded.set(name, { name, Class: value, file });
}

/** `rest` is the base class of all REST controllers (seed, "Generator"), in a version directory too. */
function isBaseClass(name: string): boolean {
  return name === 'rest' || name.endsWith('/rest');
}

function isControllerClass(value: unknown): value is ControllerClass {
  return typeof value === 'function' && Controller.isController(value.prototype);
}

function loadLogics(root: ProjectRoot | undefined): Map<string, LoadedLogic> {
  const loaded = new Map<string, LoadedLogic>();
  if (root === undefined) return loaded;
  for (const [name, path] of listModules(join(root.directory, 'logic'), root.extensions)) {
    addLogic(loaded, name, loadDefault(path), showPath(path));
  }
  return loaded;
}

function injectLogics(logics: Readonly<Record<string, unknown>>): Map<string, LoadedLogic> {
  const loaded = new Map<string, LoadedLogic>();
  for (const [name, value] of Object.entries(logics)) addLogic(loaded, name, value, undefined);
  return loaded;
}

function addLogic(loaded: Map<string, LoadedLogic>, name: string, value: unknown, file: string | undefined): void {
  if (typeof value !== 'object' || value === null) {
    throw new StartError('E_LOGIC_EXPORT', `the logic "${name}" ${wrongExport(value, file)}`, {
      file,
      hint: 'Write export default defineLogic({ postAction: { body: { … } } }).',
    });
  }
  loaded.set(name, { logic: compileLogic(value, file ?? `the logic "${name}"`), declared: value, file });
}

/** What is there instead of a logic; a value that was handed over is no export of a file. */
function wrongExport(value: unknown, file: string | undefined): string {
  if (value === undefined && file !== undefined) return 'has no default export';
  if (value === null) return 'is null, not an object';
  const isClass = typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
  return isClass ? 'is a class, not an object' : `is ${typeof value}, not an object`;
}

function loadModel(root: ProjectRoot | undefined): ModelProvider | undefined {
  const path = root && findModule(root, 'config/model');
  if (path === undefined) return undefined;
  const model = loadDefault(path) as Partial<ModelProvider> | undefined;
  if (typeof model?.repository === 'function') return model as ModelProvider;
  throw new StartError('E_MODEL_EXPORT', 'the default export has no repository(name)', {
    file: showPath(path),
    hint: "Write export default createModels('sqlite:./data/app.sqlite3'), with createModels from '@rest-gen/model'.",
  });
}

function findModule({ directory, extensions }: ProjectRoot, name: string): string | undefined {
  return extensions.map((extension) => join(directory, name + extension)).find((path) => existsSync(path));
}
