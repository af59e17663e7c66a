import type { ControllerConstructor } from '../../contracts/controller.ts';
import { Controller } from '../../controller/controller.ts';

/**
 * The actions that a class has as fields only (`getAction = async () => …`): requests are served by methods.
 *
 * No instance is made. Sources are looked at, of the class and those above it, as their author or a compiler wrote them: a field at the beginning
 * of a line, an assignment to `this`, or what esbuild makes of it.
 */
export function actionFields(Class: ControllerConstructor): string[] {
  const { prototype } = Class as unknown as { prototype: Record<string, unknown> };
  const fields = new Set<string>();
  for (
    let part: unknown = Class;
    typeof part === 'function' && part !== Controller;
    part = Object.getPrototypeOf(part)
  ) {
    // The user's classes end where ours begins, of this copy of the package or of another.
    if (part === Function.prototype || !Controller.isController((part as ControllerConstructor).prototype)) break;
    for (const action of writtenFields(part)) fields.add(action);
  }
  return SERVED.filter((action) => fields.has(action) && typeof prototype[action] !== 'function');
}

// --- internal ---

const SERVED = ['getAction', 'queryAction', 'postAction', 'putAction', 'patchAction', 'deleteAction'];

/** One of them, as each of the three is written; blanks on other lines belong to other members. */
const FIELD = (() => {
  const action = `(${SERVED.join('|')})`;
  const blanks = '[^\\S\\n]*';
  return new RegExp(
    `(?:^|[{};])${blanks}(?:override\\s+)?${action}\\s*=(?!=)|\\bthis\\.${action}\\s*=(?!=)|\\(this,\\s*["']${action}["'],`,
    'gm',
  );
})();

/** A base class is the same for all controllers of a project: each class is read once. */
const READ = new WeakMap<object, readonly string[]>();

function writtenFields(part: object): readonly string[] {
  let fields = READ.get(part);
  if (fields === undefined) {
    const source = Function.prototype.toString.call(part);
    fields = Array.from(
      source.matchAll(FIELD),
      ([, line, assigned, defined]) => (line ?? assigned ?? defined) as string,
    );
    READ.set(part, fields);
  }
  return fields;
}
