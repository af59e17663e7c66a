import type { CompiledLogic } from '@rest-gen/logic';
import type { ModelProvider, Policies, SoftDeletes } from '@rest-gen/model/core';
import type { RuleConfig } from '../parse/types.ts';
import type { ControllerConstructor } from './controller.ts';

/** A controller as found: its class, and the file to name in errors. */
export interface LoadedController<Statics extends object = object> {
  readonly name: string;
  readonly Class: ControllerConstructor<Statics>;
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
  /** `undefined` where there is none: controllers alone say what is allowed. */
  readonly policies: Policies | undefined;
  /** As `config/model` exports it. */
  readonly model: ModelProvider | undefined;
  /** As requests see it: without deleted records. */
  readonly activeModels: ModelProvider | undefined;
  /** What `static softDelete` of the controllers says. */
  readonly softDeletes: SoftDeletes;
  /** Whether the model was loaded here, and so is ours to close. */
  readonly ownsModel: boolean;
}
