import type { FieldRules, LogicFunction, UnknownFields } from '../field-rules.ts';
import type { Section } from '../sections.ts';
import type { Messages } from '../types.ts';

/**
 * What `defineLogic` takes for a logic before it looks closely: it gives editors the names to complete, and refuses nothing that
 * `CheckedLogic` can refuse in better words.
 */
export interface LogicShape {
  readonly rules?: unknown;
  readonly unknown?: Beside<UnknownFields>;
  readonly messages?: Messages | Other;
  readonly params?: SectionShape | LogicFunction<SectionShape>;
  readonly [action: `${string}Action`]: ActionShape | LogicFunction<ActionShape>;
}

// --- internal ---

/** Anything; unlike `unknown`, it leaves the objects that stand beside it in a union to be completed. */
type Other = NoText | string;

/** Anything beside texts of which some are named: `string` would swallow their names. */
type Beside<Texts extends string> = Texts | NoText | (string & Record<never, never>);

type NoText = object | number | boolean | null | undefined;

type ActionShape =
  | ({ readonly [Name in Section]?: SectionShape | LogicFunction<SectionShape> } & {
      // Not beside any text: of that, editors offer the methods among the names of the sections.
      readonly unknown?: UnknownFields | { readonly [Name in Section]?: Beside<UnknownFields> } | NoText;
    })
  | Other;

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
