import { parseArgs } from 'node:util';
import { contestants } from './contestants.js';
import { WORK } from './work.js';

/** What `--quick` measures: who stands in the targets, two rounds, one resource and many. */
const QUICK = ['express5', 'ours-listen', 'ours-server', 'ours-alone', 'bare', 'fastify', 'thinkjs'];

/**
 * Read the command line.
 *
 * - `--quick`: few contestants, 2 rounds, GET one and POST, Node of this process only
 * - `--nodes 20,22,24,26`: majors; the first one runs everything, the others GET one and POST at 1 resource, without the rows that only explain
 * - `--resources 1,100,1000`, `--work get,list,post,404,422`, `--only express5,ours-server`
 * - `--rounds 5`; `--seconds 0.25`: CPU time of a server in a round (1.5 where it is read in ticks)
 *
 * @throws {Error} that lists what there is when a name is not known
 */
export function readOptions(args) {
  const text = { type: 'string' };
  const options = { nodes: text, resources: text, work: text, only: text, rounds: text, seconds: text };
  const { values } = parseArgs({ args, options: { ...options, quick: { type: 'boolean', default: false } } });
  const { quick } = values;
  const [major] = process.versions.node.split('.');
  const partial = [quick, values.nodes, values.resources, values.work, values.only].some(Boolean);
  return {
    quick,
    whole: !partial,
    nodes: list(values.nodes ?? (quick ? major : '20,22,24,26')),
    resources: list(values.resources ?? (quick ? '1,1000' : '1,1000,100')).map(Number),
    work: known('work', values.work ?? (quick ? 'get,post' : 'get,list,post,404,422'), Object.keys(WORK)),
    only:
      known(
        'only',
        values.only,
        contestants.map(({ name }) => name),
      ) ?? (quick ? QUICK : undefined),
    rounds: Number(values.rounds ?? (quick ? 2 : 5)),
    seconds: values.seconds === undefined ? undefined : Number(values.seconds),
  };
}

// --- internal ---

function list(text) {
  return text.split(',').map((part) => part.trim());
}

function known(option, text, names) {
  if (text === undefined) return undefined;
  const given = list(text);
  const unknown = given.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`--${option} ${unknown}: there are ${names.join(', ')}.`);
  return given;
}
