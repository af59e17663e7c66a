import { exported, imported, type Kind } from './kind.ts';

export interface RouterValues extends Kind {
  /** The first rule, with its comma. */
  readonly lines: readonly string[];
}

/** `src/config/router`: the lines of a list of rules. */
export function router(values: RouterValues): string[] {
  return [
    imported(values, 'defineRules', '@rest-gen/router'),
    '',
    `${exported(values)} defineRules([`,
    '  // Tried in written order: the first match wins.',
    ...values.lines.map((line) => `  ${line}`),
    ']);',
  ];
}
