import { exported, imported, type Kind } from './kind.ts';

/** Names and finished literals of a controller. */
export interface ControllerValues extends Kind {
  readonly rest: boolean;
  readonly hasFields: boolean;
  readonly className: string;
  /** Literals: the last segment of the name, and the modules of the base class and of the logic. */
  readonly name: string;
  readonly base: string;
  readonly logic: string;
}

/** `src/controller/<name>`: the lines of a controller. */
export function controller(values: ControllerValues): string[] {
  return values.rest ? restController(values) : plainController(values);
}

// --- internal ---

function restController(values: ControllerValues): string[] {
  const { ts, esm, base, logic, className } = values;
  return [
    ...(ts ? [`import type logic from ${logic};`] : []),
    esm ? `import Rest from ${base};` : `const Rest = require(${base});`,
    '',
    '// getAction, postAction, putAction, patchAction and deleteAction come from the base class: write one here to change it.',
    `${exported(values)} class ${className} extends Rest${ts ? '<typeof logic>' : ''} {}${esm ? '' : ';'}`,
  ];
}

function plainController(values: ControllerValues): string[] {
  const { ts, esm, hasFields, className, name, logic } = values;
  return [
    ...(ts && hasFields ? ["import type { Input } from '@rest-gen/logic';"] : []),
    imported(values, 'Controller', '@rest-gen/router'),
    ...(ts ? [`import type logic from ${logic};`] : []),
    '',
    '// One action for each HTTP method: getAction, postAction, putAction, patchAction, deleteAction. Input is checked in the logic file.',
    `${exported(values)} class ${className} extends Controller${ts ? '<typeof logic>' : ''} {`,
    '  getAction() {',
    `    return this.success({ name: ${name} });`,
    '  }',
    ...(hasFields
      ? [
          '',
          `  postAction({ body }${ts ? ": Input<typeof logic, 'postAction'>" : ''}) {`,
          '    return this.success(body, { status: 201 });',
          '  }',
        ]
      : []),
    `}${esm ? '' : ';'}`,
  ];
}
