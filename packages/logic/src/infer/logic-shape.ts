import type { FieldRules, LogicFunction, UnknownFields } from '../field-rules.ts';
import type { Messages, Section } from '../types.ts';

/**
 * What `defineLogic` takes for a logic before it looks closely: it gives editors the names to complete, and refuses nothing that
 * `CheckedLogic` can refuse in better words.
 */
export interface LogicShape {
  readonly rules?: unknown;
  readonly unknown?: UnknownFields | Other;
  readonly messages?: Messages | Other;
  readonly params?: SectionShape | LogicFunction<SectionShape>;
  readonly [action: `${string}Action`]: ActionShape | LogicFunction<ActionShape>;
}

// --- internal ---

/** Anything; unlike `unknown` and `string`, it leaves what stands beside it in a union to be completed. */
type Other = object | (string & Record<never, never>) | number | boolean | null | undefined;

type ActionShape =
  | ({ readonly [Name in Section]?: SectionShape | LogicFunction<SectionShape> } & {
      readonly unknown?: UnknownFields | { readonly [Name in Section]?: UnknownFields | Other } | Other;
    })
  | Other;

type SectionShape = FieldsShape | RulesShape | Other;

interface FieldsShape {
  readonly [name: string]: RulesShape | Other;
}

type RulesShape = { readonly [Rule in Exclude<keyof FieldRules, 'children'>]?: FieldRules[Rule] | Other } & {
  readonly children?: RulesShape | FieldsShape | Other;
};
