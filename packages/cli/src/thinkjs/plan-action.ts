/** An action here that an action of ThinkJS becomes, for one method. */
export interface PlannedAction {
  /** Undefined when it has to be renamed first. */
  readonly key: string | undefined;
  /** Of the request, in capital letters. */
  readonly method: string;
  /** What is different; `isAlways` also for an action without rules. */
  readonly note?: { readonly text: string; readonly isAlways: boolean };
}

/**
 * Decide which action of a controller has the rules of an action of ThinkJS. `getAction` stays, `indexAction` becomes
 * the action of its method, and any other action is one of its own, for POST.
 *
 * @param controller - its name: `admin/user`
 * @param allowed - methods in capital letters; undefined for every method
 * @param names - all actions of the logic
 */
export function planAction(
  controller: string,
  name: string,
  allowed: readonly string[] | undefined,
  names: readonly string[],
): PlannedAction[] {
  const stem = name.slice(0, -'Action'.length);
  const method = stem.toUpperCase();
  if (METHODS.has(method)) {
    if (allowed === undefined || allowed.includes(method)) return [{ key: name, method }];
    const text = `here it runs for ${method}, but allowMethods is ${allowed.join(', ')}; rename the action, then run this command again`;
    return [{ key: undefined, method: allowed[0] as string, note: { text, isAlways: true } }];
  }
  if (TAKEN.has(method)) {
    const text = `here it would run for ${method}; rename the action, then run this command again`;
    return [{ key: undefined, method: allowed?.[0] ?? 'POST', note: { text, isAlways: true } }];
  }
  if (stem === 'index') return planIndex(allowed, names);
  const others = (allowed ?? []).filter((one) => one !== 'POST');
  const advice = `for ${others.join(', ')}, move it to a controller of its own`;
  if (allowed !== undefined && !allowed.includes('POST')) {
    const text = `an action with a name runs for POST; ${advice}: ${String(others[0]).toLowerCase()}Action of ${controller}/${stem}`;
    return [{ key: name, method: allowed[0] as string, note: { text, isAlways: true } }];
  }
  const text = `an action with a name runs for POST, and needs a rule such as ['/${controller}/${stem}', '${controller}#${stem}', 'rest']`;
  const isOther = others.length > 0;
  return [{ key: name, method: 'POST', note: { text: isOther ? `${text}; ${advice}` : text, isAlways: isOther } }];
}

// --- internal ---

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** Names of actions that run for another method here. */
const TAKEN: ReadonlySet<string> = new Set(['QUERY', 'HEAD', 'OPTIONS']);

function planIndex(allowed: readonly string[] | undefined, names: readonly string[]): PlannedAction[] {
  return (allowed ?? ['GET'])
    .filter((method) => METHODS.has(method))
    .map((method) => {
      const key = `${method.toLowerCase()}Action`;
      if (names.includes(key))
        return { key: undefined, method, note: { text: `${key} exists already`, isAlways: false } };
      const every = allowed === undefined ? '; it has no allowMethods, and was converted for GET alone' : '';
      return { key, method, note: { text: `is ${key} here${every}`, isAlways: false } };
    });
}
