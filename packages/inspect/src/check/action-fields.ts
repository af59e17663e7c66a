import { ACTIONS, Controller, type ControllerConstructor } from '@rest-gen/router/internal';

/**
 * The actions that a class has as fields only (`getAction = async () => …`): requests are served by methods.
 *
 * No instance is created: the source code of the class and its superclasses is searched for a field at the beginning of
 * a line, an assignment to `this`, or the output of esbuild for a field.
 */
export function actionFields(Class: ControllerConstructor): string[] {
  const { prototype } = Class as unknown as { prototype: Record<string, unknown> };
  const fields = new Set<string>();
  for (
    let part: unknown = Class;
    typeof part === 'function' && part !== Controller;
    part = Object.getPrototypeOf(part)
  ) {
    // Stop at `Controller`, from this copy of the package or another.
    if (part === Function.prototype || !Controller.isController((part as ControllerConstructor).prototype)) break;
    for (const action of writtenFields(part)) fields.add(action);
  }
  return ACTIONS.filter((action) => fields.has(action) && typeof prototype[action] !== 'function');
}

// --- internal ---

/** The three forms of a field, each on one line. */
const FIELD = (() => {
  const action = `(${ACTIONS.join('|')})`;
  const blanks = '[^\\S\\n]*';
  return new RegExp(
    `(?:^|[{};])${blanks}(?:override\\s+)?${action}\\s*=(?!=)|\\bthis\\.${action}\\s*=(?!=)|\\(this,\\s*["']${action}["'],`,
    'gm',
  );
})();

/** Controllers share base classes, so each class is searched once. */
const SEARCHED = new WeakMap<object, readonly string[]>();

function writtenFields(part: object): readonly string[] {
  let fields = SEARCHED.get(part);
  if (fields === undefined) {
    const source = Function.prototype.toString.call(part);
    fields = Array.from(
      source.matchAll(FIELD),
      ([, line, assigned, defined]) => (line ?? assigned ?? defined) as string,
    );
    SEARCHED.set(part, fields);
  }
  return fields;
}
