/** Arguments and options by name, as yargs gives them. */
export type Arguments = Readonly<Record<string, unknown>>;
