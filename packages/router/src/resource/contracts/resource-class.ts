import type { CompiledAction, CompiledLogic } from '@rest-gen/logic';
import type { FieldNames } from '@rest-gen/model/core';
import type { ControllerConstructor, CoreStatics } from '../../core/contracts/controller.ts';
import type { ControllerPlan } from '../../core/contracts/plan.ts';
import type { LoadedController, LoadedLogic } from '../../core/contracts/project.ts';
import type { ParsedRule } from '../../core/parse/types.ts';
import { Slot } from '../../core/slot.ts';
import { columnOf } from './column-of.ts';
import type { ResourceStatics } from './statics.ts';
import type { ListPath, ResourceClass, TablePlan, TableStatics } from './table.ts';
import { tableOf } from './table-of.ts';

/** A rule as errors name it. */
export type RuleName = Pick<ParsedRule, 'number' | 'text'>;

const CLASS = new Slot<PlannedResource>('router/class');

/** A controller with its table, which is planned when the store has described it. */
export class PlannedResource implements ResourceClass {
  readonly name: string;
  readonly Class: ControllerConstructor<ResourceStatics>;
  readonly file: string | undefined;
  readonly statics: TableStatics;
  readonly create: CompiledAction | undefined;
  /** The fields of bodies that the logic declares. */
  readonly written: ReadonlySet<string>;
  paths: readonly ListPath[] = [];
  /** The parameters of its rules that are conditions on its records, each with a rule. */
  scope: ReadonlyMap<string, RuleName> = new Map();
  classes: ReadonlyMap<string, ResourceClass> | undefined = undefined;
  names: FieldNames | undefined = undefined;
  plan: TablePlan | undefined = undefined;
  recordSize: number | undefined = undefined;
  /** Asks the store again; `undefined` where its description is not needed. */
  wait: (() => Promise<void>) | undefined = undefined;
  /** Asks the store what it writes of the table; `undefined` once that is known. */
  learnWrites: (() => Promise<void>) | undefined = undefined;
  /** The start still waits for it. */
  isLearning = false;
  #controller: ControllerPlan | undefined;

  constructor({ name, Class, file }: LoadedController<ResourceStatics>, logic: LoadedLogic | undefined) {
    this.name = name;
    this.Class = Class;
    this.file = file;
    this.statics = planStatics(name, Class, logic?.logic);
    this.create = logic?.logic.action('postAction');
    this.written = new Set(logic?.logic.actions.flatMap((action) => logic.logic.action(action)?.fields('body') ?? []));
  }

  resolve(): Promise<void> | undefined {
    return this.plan === undefined ? this.wait?.() : undefined;
  }

  /** What the store says is known, or not needed. */
  complete(described: Pick<TablePlan, 'relations' | 'stored' | 'names' | 'references' | 'writable'>): void {
    this.plan = { ...this.statics, ...described, classes: this.classes };
  }

  /** Keep it with the plan of its controller. */
  keep(plan: ControllerPlan): void {
    CLASS.set(plan, this);
    this.#controller = plan;
  }

  /** The plan of its controller. */
  get controller(): ControllerPlan {
    if (this.#controller === undefined) throw new Error(`The controller "${this.name}" is not planned.`);
    return this.#controller;
  }
}

/** The table of a controller. @throws {Error} where the controller was planned without resources */
export function resourceClassOf(plan: ControllerPlan): PlannedResource {
  const found = CLASS.get(plan);
  if (found === undefined) throw new Error(`The controller "${plan.name}" was planned without its table.`);
  return found;
}

// --- internal ---

/** Plan the table of a controller: sizes, fields that are hidden and fields that clients may use. Relations are resolved later. */
function planStatics(
  controller: string,
  Class: ResourceStatics & CoreStatics,
  logic: CompiledLogic | undefined,
): TableStatics {
  const { hidden = [], filterable, sortable, search = [], aggregate = [], softDelete, key } = Class;
  const { pageSize = 20, maxPageSize = 100, maxRecords = 10_000, unscoped = [] } = Class;
  const secrets = logic?.actions.flatMap((action) => logic.action(action)?.unreadable() ?? []) ?? [];
  return {
    name: tableOf(controller),
    pageSize: Math.min(pageSize, maxPageSize),
    maxPageSize,
    hidden,
    unreadable: new Set([...hidden, ...secrets]),
    filterable: filterable && new Set(filterable),
    sortable: sortable && new Set(sortable),
    search,
    aggregate,
    softDelete: softDelete === undefined ? undefined : columnOf(softDelete, Class),
    key,
    unscoped,
    columnOf: (name) => columnOf(name, Class),
    maxRecords,
  };
}
