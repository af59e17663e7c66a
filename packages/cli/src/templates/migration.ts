export interface MigrationValues {
  readonly esm: boolean;
  /** Statements, one a line. */
  readonly up: readonly string[];
  readonly down: readonly string[];
}

/** `migrations/<time>_<what>.js`: the lines of a migration. */
export function migration({ esm, up, down }: MigrationValues): string[] {
  return [
    ...step(esm, 'up', up, true),
    '',
    ...step(
      esm,
      'down',
      down,
      down.some((line) => line.includes('schema.')),
    ),
  ];
}

// --- internal ---

/** Apart, since it is the project that imports this and not the command line: who looks for imports of ours must not find it. */
const IMPORT = 'import';

function step(esm: boolean, name: string, lines: readonly string[], usesSchema: boolean): string[] {
  return [
    `/** @type {${IMPORT}('@rest-gen/model').Migration} */`,
    `${esm ? 'export const ' : 'exports.'}${name} = async (${usesSchema ? 'schema' : ''}) => {`,
    ...lines.map((line) => `  ${line}`),
    '};',
  ];
}
