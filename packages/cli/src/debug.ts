import createDebug, { type Debugger } from 'debug';

/** What the command line reads, plans and renders, with `DEBUG=rest-gen:*`. */
export const debug: Readonly<Record<'project' | 'plan' | 'render' | 'child', Debugger>> = {
  project: createDebug('rest-gen:project'),
  plan: createDebug('rest-gen:plan'),
  render: createDebug('rest-gen:render'),
  child: createDebug('rest-gen:child'),
};
