/** Words that can be completed: these, the names of the controllers of the project, or fields with their types. */
export type Values = readonly string[] | 'controllers' | 'fields';

/** An option of the command line. */
export interface Option {
  readonly type: 'boolean' | 'string';
  readonly describe: string;
  /** What it can be, for completion. */
  readonly values?: Values;
  /** One letter: `-r`. */
  readonly alias?: string;
  /** Options that it cannot stand beside. */
  readonly conflicts?: readonly string[];
  /** An option that it cannot stand without. */
  readonly implies?: string;
}

export type Options = Readonly<Record<string, Option>>;

/** Options of every command, in the order of the help. */
export const COMMON: Options = {
  cwd: { type: 'string', describe: 'Directory to work in' },
  'dry-run': { type: 'boolean', describe: 'Say what would be written, and write nothing' },
  json: { type: 'boolean', describe: 'Results as JSON' },
  version: { type: 'boolean', alias: 'v', describe: 'Show version number' },
  help: { type: 'boolean', alias: 'h', describe: 'Show help' },
};

/** Of every command that loads the project. */
export const ROOT: Options = {
  root: { type: 'string', describe: 'Directory that holds config/router; by default src, then what was built' },
};
