import { exported, imported, type Kind } from './kind.ts';

export interface LogicValues extends Kind {
  readonly rest: boolean;
  /** The rules of the fields, as lines of an object literal. */
  readonly lines: readonly string[];
}

/** `src/logic/<name>`: the lines of a logic file. */
export function logic(values: LogicValues): string[] {
  const { ts, rest, lines } = values;
  const fields = ['', 'const fields = {', ...lines, `}${ts ? ' as const' : ''};`];
  return [
    imported(values, rest ? 'defineLogic, partial' : 'defineLogic', '@rest-gen/logic'),
    ...(lines.length > 0 ? fields : []),
    '',
    `${exported(values)} defineLogic({`,
    ...(rest ? REST : plainActions(lines.length > 0)),
    '});',
  ];
}

// --- internal ---

const REST = [
  '  postAction: { body: fields },',
  '  putAction: { body: fields },',
  '  patchAction: { body: partial(fields) },',
];

function plainActions(hasFields: boolean): string[] {
  return [
    '  // What an action takes, section by section (params, query, headers, body): { query: { q: { string: true } } }',
    '  getAction: {},',
    ...(hasFields ? ['  postAction: { body: fields },'] : []),
  ];
}
