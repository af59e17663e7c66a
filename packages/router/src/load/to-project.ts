import { type ModelProvider, SoftDeletes, withoutDeleted } from '@rest-gen/model/core';
import type { ControllerConstructor } from '../core/contracts/controller.ts';
import type { ProjectOptions } from '../core/contracts/options.ts';
import type { LoadedController, LoadedLogic, Project } from '../core/contracts/project.ts';
import { BaseController } from '../core/controller.ts';
import { StartError } from '../core/errors.ts';
import { getCompiler } from '../core/load/get-compiler.ts';
import type { Module, Modules } from '../core/load/load-modules.ts';
import { attempt, type Refuse, stop } from '../core/load/refuse.ts';
import { wrongExport } from '../core/load/wrong-export.ts';
import type { RuleConfig } from '../core/parse/types.ts';
import { columnOf } from '../resource/contracts/column-of.ts';
import type { ResourceStatics } from '../resource/contracts/statics.ts';
import { tableOf } from '../resource/contracts/table-of.ts';
import { toPolicies } from '../resource/policy/to-policies.ts';
import { checkActions } from './check-actions.ts';

/**
 * Check the modules of a project and compile its logics; opens no file.
 *
 * @param refuse - receives the error of each module that is left out; the default throws it
 * @throws {StartError} naming the module that exports something else
 */
export function toProject(modules: Modules, options: ProjectOptions, refuse: Refuse = stop): Project {
  const controllers = new Map<string, LoadedController>();
  for (const [name, module] of modules.controllers) {
    attempt(refuse, () => addController(controllers, name, module));
  }
  const logics = new Map<string, LoadedLogic>();
  for (const [name, module] of modules.logics) attempt(refuse, () => addLogic(logics, name, module));
  for (const error of checkActions(controllers, logics)) refuse(error);
  attempt(refuse, () => checkTexts(options.messages, logics));
  const softDeletes = readSoftDeletes(controllers.values());
  const model = modules.model && attempt(refuse, () => readModel(modules.model as Module));
  return {
    rules: (modules.rules && attempt(refuse, () => readRules(modules.rules as Module))) ?? [],
    rulesFile: modules.rules?.file,
    controllers,
    logics,
    policies: toPolicies(modules.policies, refuse),
    model,
    activeModels: model && withoutDeleted(model, softDeletes),
    softDeletes,
    ownsModel: options.model === undefined,
  };
}

// --- internal ---

const ELSEWHERE = 'Move files that are not controllers out of controller/.';

function readRules({ value, file }: Module): readonly RuleConfig[] {
  const isRule = Array.isArray(value) && (typeof value[0] === 'string' || value[0] instanceof RegExp);
  if (Array.isArray(value) && !isRule) return value;
  const reason = isRule ? 'it is one rule, not a list of rules' : wrongExport('it', value, 'a list of rules', file);
  throw new StartError('E_RULES_EXPORT', reason, {
    file,
    hint: "Write export default defineRules([['/post/:id?', 'rest']]): a list of lists.",
  });
}

/** Statics that are no names are refused when the controllers are planned. */
function readSoftDeletes(controllers: Iterable<LoadedController>): SoftDeletes {
  const columns = Array.from(controllers, ({ name, Class }) => {
    const statics = Class as ResourceStatics;
    return [tableOf(name), statics.softDelete && columnOf(statics.softDelete, statics)] as const;
  });
  return new SoftDeletes(columns.filter((one): one is [string, string] => typeof one[1] === 'string'));
}

function readModel({ value, file }: Module): ModelProvider {
  if (typeof (value as Partial<ModelProvider> | null)?.repository === 'function') return value as ModelProvider;
  throw new StartError('E_MODEL_EXPORT', wrongExport('it', value, 'a model provider with repository(name)', file), {
    file,
    hint: "Write export default createModels('sqlite:./data/app.sqlite3'), with createModels from '@rest-gen/model'.",
  });
}

function addController(loaded: Map<string, LoadedController>, name: string, { value, file }: Module): void {
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

function isControllerClass(value: unknown): value is ControllerConstructor {
  return typeof value === 'function' && BaseController.isController(value.prototype);
}

function addLogic(loaded: Map<string, LoadedLogic>, name: string, { value, file }: Module): void {
  if (typeof value !== 'object' || value === null) {
    throw new StartError('E_LOGIC_EXPORT', wrongExport(`the logic "${name}"`, value, 'an object', file), {
      file,
      hint: 'Write export default defineLogic({ postAction: { body: { … } } }).',
    });
  }
  loaded.set(name, { logic: getCompiler().compileLogic(value, file ?? `the logic "${name}"`), declared: value, file });
}

/**
 * Check the option `messages`: it can have texts for every rule, those that the logics define among them.
 *
 * @throws {StartError} `E_OPTION`
 */
function checkTexts(messages: unknown, logics: ReadonlyMap<string, LoadedLogic>): void {
  if (messages === undefined) return;
  try {
    getCompiler().checkProgramMessages(
      messages,
      [...logics.values()].map(({ declared }) => declared),
      'createRestRouter',
    );
  } catch (cause) {
    throw new StartError('E_OPTION', (cause as Error).message, {
      hint: 'Write { en: { required: "{name} is missing" } }, or a function.',
      cause,
    });
  }
}
