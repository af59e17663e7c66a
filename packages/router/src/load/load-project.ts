import { join } from 'node:path';
import { type CompiledLogic, compileLogic } from '@rest-gen/logic';
import { Controller } from '../controller/controller.ts';
import type { ControllerClass } from '../controller/controller-class.ts';
import { StartError } from '../errors.ts';
import type { ModelProvider } from '../model/types.ts';
import type { RestRouterOptions } from '../options.ts';
import type { RuleConfig } from '../parse/types.ts';
import { attempt, type Refuse } from './attempt.ts';
import { checkActions } from './check-actions.ts';
import { checkTexts } from './check-texts.ts';
import { findRoot, type ProjectRoot } from './find-root.ts';
import { listModules } from './list-modules.ts';
import { loadModel, loadRules } from './load-config.ts';
import { loadDefault } from './load-module.ts';
import { showPath } from './show-path.ts';
import { wrongExport } from './wrong-export.ts';

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
 * @param refuse - takes the error of each file that is left out then; by default it is thrown
 * @throws {StartError} naming the file that is missing, broken or exports something else
 */
export function loadProject(options: RestRouterOptions, refuse: Refuse = stop): Project {
  const { rules, controllers, model } = options;
  // With rules and controllers in hand there is nothing to look for; logic and model are optional in any case.
  const root = rules && controllers && options.root === undefined ? undefined : findRoot(options.root);
  const [loadedRules = [], rulesFile] = rules ? [rules] : (attempt(refuse, () => loadRules(root as ProjectRoot)) ?? []);
  const loadedControllers = controllers
    ? injectControllers(controllers, refuse)
    : loadControllers(root as ProjectRoot, refuse);
  const logics = options.logics ? injectLogics(options.logics, refuse) : loadLogics(root, refuse);
  for (const error of checkActions(loadedControllers, logics)) refuse(error);
  attempt(refuse, () => checkTexts(options.messages, logics));
  return {
    rules: loadedRules,
    rulesFile,
    controllers: loadedControllers,
    logics,
    model: model ?? attempt(refuse, () => loadModel(root)),
    ownsModel: model === undefined,
  };
}

// --- internal ---

const ELSEWHERE = 'What is no controller belongs outside of controller/.';

function stop(error: unknown): never {
  throw error;
}

function loadControllers(root: ProjectRoot, refuse: Refuse): Map<string, LoadedController> {
  const loaded = new Map<string, LoadedController>();
  for (const [name, path] of listModules(join(root.directory, 'controller'), root.extensions)) {
    if (isBaseClass(name)) continue;
    attempt(refuse, () => addController(loaded, name, loadDefault(path), showPath(path)));
  }
  return loaded;
}

function injectControllers(
  controllers: Readonly<Record<string, unknown>>,
  refuse: Refuse,
): Map<string, LoadedController> {
  const loaded = new Map<string, LoadedController>();
  for (const [name, value] of Object.entries(controllers)) {
    if (!isBaseClass(name)) attempt(refuse, () => addController(loaded, name, value, undefined));
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
    throw new StartError(
      'E_CONTROLLER_EXPORT',
      wrongExport(`the controller "${name}"`, value, 'a class that extends Controller', file),
      {
        file,
        hint: `Write export default class extends Rest { … }, with Rest from './rest.js', or Controller from '@rest-gen/router'. ${ELSEWHERE}`,
      },
    );
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

function loadLogics(root: ProjectRoot | undefined, refuse: Refuse): Map<string, LoadedLogic> {
  const loaded = new Map<string, LoadedLogic>();
  if (root === undefined) return loaded;
  for (const [name, path] of listModules(join(root.directory, 'logic'), root.extensions)) {
    attempt(refuse, () => addLogic(loaded, name, loadDefault(path), showPath(path)));
  }
  return loaded;
}

function injectLogics(logics: Readonly<Record<string, unknown>>, refuse: Refuse): Map<string, LoadedLogic> {
  const loaded = new Map<string, LoadedLogic>();
  for (const [name, value] of Object.entries(logics)) attempt(refuse, () => addLogic(loaded, name, value, undefined));
  return loaded;
}

function addLogic(loaded: Map<string, LoadedLogic>, name: string, value: unknown, file: string | undefined): void {
  if (typeof value !== 'object' || value === null) {
    throw new StartError('E_LOGIC_EXPORT', wrongExport(`the logic "${name}"`, value, 'an object', file), {
      file,
      hint: 'Write export default defineLogic({ postAction: { body: { … } } }).',
    });
  }
  loaded.set(name, { logic: compileLogic(value, file ?? `the logic "${name}"`), declared: value, file });
}
