import type { Field } from '../declaration/field.ts';
import type { SectionDeclaration } from '../declaration/read-section.ts';
import { ValidationError } from '../errors.ts';
import { MOST_ERRORS } from '../limits.ts';
import { writeErrors } from '../messages/write-errors.ts';
import type { Texts } from '../messages/write-message.ts';
import { describeSection } from '../schema/document.ts';
import { SECTIONS } from '../sections.ts';
import type { ActionInput, CompiledAction, Environment, Failure, RunOptions, Section, SectionForm } from '../types.ts';
import { adaptSections } from './adapt-sections.ts';
import { checkForeign } from './check-foreign.ts';
import { checkLater, laterRules, listSites } from './check-later.ts';
import { collectSources } from './collect-sources.ts';
import { compileTests, type Tests } from './compile-tests.ts';

/**
 * Make the checks of an action from its sections; their schema is compiled on the first run.
 *
 * @param texts - messages of the logic and of its own rules
 */
export function createAction(sections: readonly SectionDeclaration[], texts: Texts): CompiledAction {
  const own = sections.filter(({ field }) => field.foreign === undefined);
  const foreign = listSites(sections, (field) => field.foreign !== undefined);
  const later = listSites(sections, (field) => laterRules(field).length > 0);
  const isSimple = foreign.length === 0 && later.length === 0;
  const testsFor = createVariants(own);
  const names = new Map<Section, readonly string[] | undefined>();
  const fieldOf = (name: Section) => sections.find(({ section }) => section === name)?.field;
  return {
    fields(name) {
      // A schema of another library is converted to find them.
      if (!names.has(name)) names.set(name, namesOf(fieldOf(name)));
      return names.get(name);
    },
    secrets: () => secretsOf(fieldOf('body')),
    form: (name) => formOf(fieldOf(name)),
    paths: () => (foreign.length > 0 ? undefined : listSites(sections, () => true).map(({ field }) => field.path)),
    toJSONSchema(name, options = {}) {
      const declared = sections.find(({ section }) => section === name);
      return declared && describeSection(declared, options);
    },
    run(sources, options = {}) {
      const tests = testsFor(options);
      const input = collectSources(sources);
      if (tests.pass(input)) return isSimple ? input : checkRest(input, [], options);
      // Errors are looked for only when something failed, and once more from the beginning.
      const again = collectSources(sources);
      return checkRest(again, tests.explain(again), options);
    },
  };

  /** Schemas of other libraries. */
  function checkRest(input: ActionInput, failures: Failure[], options: RunOptions): ActionInput | Promise<ActionInput> {
    const waiting = checkForeign(foreign, input, options, failures);
    return waiting === undefined
      ? conclude(input, failures, options)
      : waiting.then(() => conclude(input, failures, options));
  }

  /** Rules that take their time look at what is valid otherwise. */
  function conclude(
    input: ActionInput,
    failures: readonly Failure[],
    options: RunOptions,
  ): ActionInput | Promise<ActionInput> {
    if (failures.length > 0) throw toError(failures, options, texts);
    if (later.length === 0) return input;
    return checkLater(later, input, (options.environment ?? {}) as Environment).then((refused) => {
      if (refused.length > 0) throw toError(refused, options, texts);
      return input;
    });
  }
}

// --- internal ---

function namesOf(field: Field | undefined): readonly string[] | undefined {
  return field?.foreign === undefined ? field?.fields?.fields.map(({ name }) => name) : field.foreign.names;
}

function secretsOf(field: Field | undefined): readonly string[] {
  const declared = field?.items ?? field;
  return declared?.fields?.fields.filter(({ secret }) => secret).map(({ name }) => name) ?? [];
}

function formOf(field: Field | undefined): SectionForm | undefined {
  if (field?.foreign !== undefined) return 'schema';
  // Only the rules of a whole value name its type.
  return field && (field.kindRule === undefined ? 'fields' : 'value');
}

function toError(
  failures: readonly Failure[],
  { acceptLanguage, messages }: RunOptions,
  texts: Texts,
): ValidationError {
  // A value that cannot be kept fails before its schema has seen it, and may fail there too.
  const first = new Map(failures.toReversed().map((failure) => [`${failure.in}${failure.pointer}`, failure]));
  const sorted = failures
    .filter((failure) => first.get(`${failure.in}${failure.pointer}`) === failure)
    .sort((a, b) => SECTIONS.indexOf(a.in) - SECTIONS.indexOf(b.in))
    .slice(0, MOST_ERRORS);
  const { errors, language } = writeErrors(sorted, { ...texts, shared: messages, acceptLanguage });
  return new ValidationError(errors, language);
}

/** The tests of the sections for every way to read them, each made when it is first needed. */
function createVariants(sections: readonly SectionDeclaration[]): (options: RunOptions) => Tests {
  type Ways = (Tests | undefined)[];
  const usual: Ways = [];
  const byGiven = new WeakMap<ReadonlySet<string>, Ways>();
  const waysFor = (given: ReadonlySet<string>): Ways => {
    const ways = byGiven.get(given) ?? (adaptSections(sections, { given }) === sections ? usual : []);
    byGiven.set(given, ways);
    return ways;
  };
  return (options) => {
    const { textBody = false, openQuery = false, given } = options;
    const ways = given === undefined ? usual : waysFor(given);
    const way = (textBody ? 1 : 0) + (openQuery ? 2 : 0);
    ways[way] ??= compileTests(adaptSections(sections, options), { textBody });
    return ways[way];
  };
}
