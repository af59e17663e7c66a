import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** How the CPU time of servers is read here. Ticks are 10 ms, so that rounds have to be long. */
export const SOURCE = existsSync('/proc/self/schedstat')
  ? '/proc/<pid>/task/*/schedstat, in nanoseconds'
  : existsSync('/proc/self/stat')
    ? '/proc/<pid>/stat, in ticks of 10 ms'
    : 'process.cpuUsage()';

/** A process and all that it has started: their ids. */
export function processTree(pid) {
  if (!existsSync('/proc/self/stat')) return [pid];
  const parents = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(readParent);
  const tree = [pid];
  for (const parent of tree) tree.push(...parents.filter((one) => one?.parent === parent).map((one) => one.pid));
  return tree;
}

/** The CPU time, user and system, of some processes, in microseconds; `undefined` where there is no /proc. */
export function readCpu(pids) {
  if (SOURCE.startsWith('process')) return undefined;
  return pids.map(SOURCE.includes('schedstat') ? ofThreads : ofTicks).reduce((sum, time) => sum + time, 0);
}

// --- internal ---

function readParent(entry) {
  try {
    return { pid: Number(entry), parent: Number(fieldsOf(entry)[1]) };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

/** The fields behind the name, which may hold blanks: state, parent, … */
function fieldsOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function ofThreads(pid) {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ', 1)[0]),
  );
  return nanoseconds.reduce((sum, time) => sum + time, 0) / 1000;
}

function ofTicks(pid) {
  const fields = fieldsOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
