import createDebug, { type Debugger } from 'debug';

/** Prints with `DEBUG=@rest-gen/router`: what each address resolves to (seed, "Checking that a rule is in effect"). */
export const debug: Debugger = createDebug('@rest-gen/router');
