import type { Messages } from './failure.ts';
import type { FieldRules, LogicFunction, UnknownFields } from './field-rules.ts';
import type { CheckedLogic } from './infer/check-logic.ts';
import type { Section } from './sections.ts';

/**
 * Declare the input of the actions of a controller.
 *
 * @param logic - sections by action, and `params` for every action
 * @returns the same object, with its exact type; it is checked by `compileLogic`
 *
 * @example
 * export default defineLogic({
 *   params: { id: { int: { min: 1 } } },
 *   postAction: { body: { title: { required: true, string: true, length: { min: 1, max: 80 } } } },
 * });
 *
 * @see docs/logic.md
 */
export function defineLogic<const L extends LogicShape>(logic: L & CheckedLogic<L>): L {
  return logic;
}

// --- internal ---

/** Anything; unlike `unknown`, it keeps completions of other members of a union. */
type Other = NoText | string;

/** Any string in a union with literals: `string` would absorb them. */
type Beside<Texts extends string> = Texts | NoText | (string & Record<never, never>);

type NoText = object | number | boolean | null | undefined;

type ActionShape =
  | ({ readonly [Name in Section]?: SectionShape | LogicFunction<SectionShape> } & {
      // Without `string`: editors would offer its methods among the names of the sections.
      readonly unknown?: UnknownFields | { readonly [Name in Section]?: Beside<UnknownFields> } | NoText;
    })
  | Other;

type AnyAction = ActionShape | LogicFunction<ActionShape>;

type SectionShape = FieldsShape | RulesShape | Other;

interface FieldsShape {
  readonly [name: string]: RulesShape | Other;
}

type RulesShape = {
  readonly [Rule in Exclude<keyof FieldRules, 'required' | 'children'>]?: FieldRules[Rule] | Other;
} & {
  readonly required?: Beside<'present'>;
  readonly children?: RulesShape | FieldsShape | Other;
};

/**
 * The first, loose type of the argument of `defineLogic`: it provides completions for editors, and refuses nothing that
 * `CheckedLogic` can refuse in better words.
 */
interface LogicShape {
  readonly rules?: unknown;
  readonly unknown?: Beside<UnknownFields>;
  readonly messages?: Messages | Other;
  readonly params?: SectionShape | LogicFunction<SectionShape>;
  // The index signature accepts them; editors complete only names that are written out.
  readonly getAction?: AnyAction;
  readonly postAction?: AnyAction;
  readonly putAction?: AnyAction;
  readonly patchAction?: AnyAction;
  readonly deleteAction?: AnyAction;
  readonly queryAction?: AnyAction;
  readonly [action: `${string}Action`]: AnyAction;
}
