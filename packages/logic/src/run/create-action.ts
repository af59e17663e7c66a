import type { Field } from '../declaration/field.ts';
import type { SectionDeclaration } from '../declaration/parse-section.ts';
import type { Environment } from '../environment.ts';
import { ValidationError } from '../errors.ts';
import type { Failure, Messages } from '../failure.ts';
import { isNamed } from '../foreign/named-members.ts';
import { createWordings } from '../messages/create-wordings.ts';
import { writeErrors } from '../messages/write-errors.ts';
import type { Texts } from '../messages/write-message.ts';
import { MOST_ERRORS, Refusal } from '../refusal.ts';
import { describeSection } from '../schema/document.ts';
import type { Section } from '../sections.ts';
import type {
  ActionInput,
  Checked,
  CompiledAction,
  DocumentOptions,
  RunOptions,
  SectionForm,
  Sources,
  Unwritable,
} from '../types.ts';
import { checkForeign, failUnnamed, selectFailures } from './check-foreign.ts';
import { checkLater, laterRules } from './check-later.ts';
import { type Check, createChecks } from './compile-check.ts';
import { keepSent } from './keep-sent.ts';
import {
  datedFields,
  findEarliest,
  formOf,
  type LocatedField,
  listFields,
  namesIn,
  namesOf,
  unwritableOf,
} from './list-fields.ts';

/**
 * Make the checks of an action from its sections; they are compiled on the first run.
 *
 * @param texts - messages of the logic and of its own rules
 */
export function createAction(sections: readonly SectionDeclaration[], texts: Texts): CompiledAction {
  return new Action(sections, texts);
}

/** The sections of a request in a fresh object; those that it has not are empty. */
export function collectSources({ params, query, headers, body, files }: Sources): ActionInput {
  return { params: params ?? {}, query: query ?? {}, headers: headers ?? {}, body, files: files ?? {} };
}

// --- internal ---

/** The parts of a run. */
interface RunPlan {
  readonly checkFor: (options: RunOptions) => Check;
  readonly foreign: readonly LocatedField[];
  readonly later: readonly LocatedField[];
}

/** A project can have thousands of actions: they share methods, and everything is created on first use. */
class Action implements CompiledAction {
  readonly #sections: readonly SectionDeclaration[];
  readonly #texts: Texts;
  #names: Map<Section, readonly string[] | undefined> | undefined;
  #dated: readonly LocatedField[] | undefined;
  #plan: RunPlan | undefined;
  #wordings: Wordings | undefined;

  constructor(sections: readonly SectionDeclaration[], texts: Texts) {
    this.#sections = sections;
    this.#texts = texts;
  }

  fields(name: Section): readonly string[] | undefined {
    this.#names ??= new Map();
    if (!this.#names.has(name)) this.#names.set(name, namesOf(this.#fieldOf(name)));
    return this.#names.get(name);
  }

  names(member: string): boolean | undefined {
    return isNamed(member, this.#fieldOf('body')?.foreign?.members);
  }

  unreadable(): readonly string[] {
    return namesIn(this.#fieldOf('body'), ({ secret, writeOnly }) => secret || writeOnly);
  }

  unwritable(): ReadonlyMap<string, Unwritable> {
    return unwritableOf(this.#fieldOf('body'));
  }

  deprecated(): readonly string[] {
    return namesIn(this.#fieldOf('body'), ({ deprecated }) => deprecated !== false);
  }

  deprecatedSince(sources: Sources): Date | undefined {
    this.#dated ??= datedFields(this.#sections);
    return this.#dated.length === 0 ? undefined : findEarliest(this.#dated, collectSources(sources));
  }

  form(name: Section): SectionForm | undefined {
    return formOf(this.#fieldOf(name));
  }

  ofBody(): CompiledAction {
    return new Action(
      this.#sections.filter(({ section }) => section === 'body'),
      this.#texts,
    );
  }

  paths(): readonly string[] | undefined {
    const fields = listFields(this.#sections, () => true).flatMap(({ field }) => [
      field,
      ...(field.fields?.unwritable ?? []),
    ]);
    return fields.some(({ foreign }) => foreign !== undefined) ? undefined : fields.map(({ path }) => path);
  }

  toJSONSchema(name: Section, options: DocumentOptions = {}): Record<string, unknown> | undefined {
    const declared = this.#sections.find(({ section }) => section === name);
    return declared && describeSection(declared, options);
  }

  run(sources: Sources, options: RunOptions = {}): ActionInput | Promise<ActionInput> {
    const checked = this.check(sources, options);
    return checked instanceof Promise ? checked.then(orThrow) : orThrow(checked);
  }

  check(sources: Sources, options: RunOptions = {}): Checked | Promise<Checked> {
    const checked = this.#check(sources, options);
    const patch = this.#sections.find(({ isPatch }) => isPatch);
    if (patch === undefined) return checked;
    const keep = (one: Checked): Checked => keepSent(one, sources, patch.field);
    return checked instanceof Promise ? checked.then(keep) : keep(checked);
  }

  #check(sources: Sources, options: RunOptions): Checked | Promise<Checked> {
    this.#plan ??= planRun(this.#sections);
    const { checkFor, foreign, later } = this.#plan;
    const input = collectSources(sources);
    const failures = checkFor(options)(input);
    if (foreign.length + later.length === 0) return failures.length === 0 ? input : this.#refuse(failures, options);
    if (options.namedOnly) failUnnamed(input.body, this.#fieldOf('body')?.foreign?.members, failures);
    const waiting = checkForeign(foreign, input, options, failures);
    // Asynchronous rules run after all others have passed.
    const conclude = (): Checked | Promise<Checked> => {
      if (failures.length > 0) return this.#refuse(selectFailures(failures), options);
      if (later.length === 0) return input;
      return checkLater(later, input, (options.environment ?? {}) as Environment).then((refused) =>
        refused.length > 0 ? this.#refuse(selectFailures(refused), options) : input,
      );
    };
    return waiting === undefined ? conclude() : waiting.then(conclude);
  }

  #fieldOf(name: Section): Field | undefined {
    return this.#sections.find(({ section }) => section === name)?.field;
  }

  #refuse(failures: readonly Failure[], options: RunOptions): Refusal {
    const { acceptLanguage, language, messages, environment, otherMembers } = options;
    if (this.#wordings?.shared !== messages) this.#wordings = undefined;
    this.#wordings ??= { shared: messages, find: createWordings({ ...this.#texts, shared: messages }) };
    const wording = this.#wordings.find(acceptLanguage, language);
    const some = failures.slice(0, MOST_ERRORS).map((failure) => withMembers(failure, otherMembers));
    return new Refusal(writeErrors(some, wording, environment), wording.tag);
  }
}

/** An unknown member of the body itself may mean one of the others. */
function withMembers(failure: Failure, others: readonly string[] | undefined): Failure {
  const { in: section, pointer, names } = failure;
  const isMember = section === 'body' && pointer.lastIndexOf('/') === 0;
  return others === undefined || names === undefined || !isMember
    ? failure
    : { ...failure, names: [...new Set([...names, ...others])] };
}

interface Wordings {
  readonly shared: Messages | undefined;
  readonly find: ReturnType<typeof createWordings>;
}

function orThrow(checked: Checked): ActionInput {
  if (checked instanceof Refusal) throw new ValidationError(checked.errors, checked.language);
  return checked;
}

function planRun(sections: readonly SectionDeclaration[]): RunPlan {
  return {
    checkFor: createChecks(sections.filter(({ field }) => field.foreign === undefined)),
    foreign: listFields(sections, (field) => field.foreign !== undefined),
    later: listFields(sections, (field) => laterRules(field).length > 0),
  };
}
