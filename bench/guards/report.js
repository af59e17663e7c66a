import { table } from '../table.js';

/** The section of the README, as Markdown. */
export function writeReport({ date, command, node, machine, sittings, rounds, load, cpu, rows, refusal, targets }) {
  return [
    `Measured on ${date.slice(0, 10)} with \`${command}\`: Node ${node} on ${machine.cores} cores of ${machine.model}, ours by \`createServer(router)\`, where a guard is the largest part of a request: ${cpu.get.toFixed(1)} µs of CPU time for GET one, ${cpu.post.toFixed(1)} µs for POST.${noteOf(load, machine)}`,
    `A figure says how much more CPU time a request takes with the guard than without it: the median of the means of all pairs of ${sittings} sittings (Hodges and Lehmann), in brackets where it is with 95 % (Wilcoxon). In each sitting all programs are started anew, since two processes of the same program differ by more than most guards cost, and measured in turn, ${rounds} rounds; a sitting counts with the median of the comparisons within each round. All run with \`--no-memory-reducer\`: V8 would make those smaller that wait for their turn, and then they are slower by a fifth. Below 0 the guard has won by chance; the first row compares two programs that are the same, and shows how much chance does.`,
    table(
      ['', 'limit', 'this run', ''],
      targets.map(({ what, limit, figure, met }) => [what, limit, figure, met ? 'met' : '**missed**']),
    ),
    table(
      ['', 'taken out by', 'GET one', 'POST, validated'],
      rows.map(({ name, words, isCut, get, post }) => [words, wayOf(name, isCut), cost(get), cost(post)]),
    ),
    'A larger limit is compared all the same. So "code" is a program from whose built packages the comparison, and what it calls, was cut when they were loaded: `guards/guards.js` says what. `limits.query` counts parameters where there is a query, which these requests do not have, and `maxHeaderSize` is counted by Node in any case.',
    `The answer 413 to a body that is announced with 102,401 bytes, and of which none is ever sent, was there ${refusal.median.toFixed(2)} ms after the head (median of ${refusal.count}; ${refusal.most.toFixed(1)} ms at most).`,
  ].join('\n\n');
}

// --- internal ---

function noteOf(load, { cores }) {
  return load > cores + 1
    ? ` **Other programs kept the machine busy meanwhile (load ${load.toFixed(0)}): chance does more than on a quiet one.**`
    : '';
}

function wayOf(name, isCut) {
  if (name === 'again') return '';
  if (name === 'none') return 'options and code';
  return isCut ? 'code' : 'option';
}

function cost({ middle, low, high }) {
  return `${percent(middle)} (${percent(low)} to ${percent(high)})`;
}

function percent(part) {
  const text = (Math.abs(part) * 100).toFixed(1);
  return `${part < 0 && text !== '0.0' ? '−' : '+'}${text} %`;
}
