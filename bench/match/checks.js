/** What must be reached, and whether it is. */
export function findChecks({ tables, start }) {
  const limits = { path: 100, regexp: 200 };
  const checks = [];
  for (const { form, count, rows } of tables) {
    const [ours, ...others] = rows;
    const slowest = Math.max(...Object.values(ours.times));
    checks.push(check(`${form} rule, ${count} of them: a match`, slowest, limits[form], 'ns'));
    const fastest = Math.min(...others.map(({ mean }) => mean ?? Number.POSITIVE_INFINITY));
    checks.push(
      check(`${form} rule, ${count} of them: time of ours to the fastest other`, ours.mean / fastest, 1, '×'),
    );
  }
  for (const { form, count, bytes } of start) {
    if (count >= 10_000) checks.push(check(`${form} rule, ${count} of them: heap a rule`, bytes, 2_000, 'B'));
  }
  return checks;
}

// --- internal ---

function check(what, figure, limit, unit) {
  return {
    what,
    limit: `≤ ${limit} ${unit}`,
    figure: `${figure.toFixed(unit === '×' ? 2 : 0)} ${unit}`,
    met: figure <= limit,
  };
}
