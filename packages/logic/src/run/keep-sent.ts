import type { Field } from '../declaration/field.ts';
import { isNamed, type NamedMembers } from '../foreign/named-members.ts';
import { isPlainObject } from '../rules/arguments.ts';

/** Leave out of a validated value what was not sent and is a default, at every depth of objects. */
export function keepSent(value: unknown, sent: unknown, field: Field | undefined): unknown {
  if (field?.foreign !== undefined) return keepNamed(value, sent, field.foreign.members);
  const fields = field?.fields?.fields;
  if (fields === undefined) return value;
  return keep(value, sent, {
    isDefault: () => true,
    below: (name, inner, given) =>
      keepSent(
        inner,
        given,
        fields.find((one) => one.name === name),
      ),
  });
}

// --- internal ---

/**
 * A member that a schema names and that was not sent is a default; any other was made by a transform.
 *
 * @param members - undefined where the library cannot say what the schema names: no member is then known to be made
 */
function keepNamed(value: unknown, sent: unknown, members: NamedMembers | undefined): unknown {
  return keep(value, sent, {
    isDefault: (name) => isNamed(name, members) !== false,
    below: (name, inner, given) => keepNamed(inner, given, members?.below(name)),
  });
}

interface Rules {
  readonly isDefault: (name: string) => boolean;
  readonly below: (name: string, value: unknown, sent: unknown) => unknown;
}

function keep(value: unknown, sent: unknown, { isDefault, below }: Rules): unknown {
  if (!isPlainObject(value) || !isPlainObject(sent)) return value;
  const kept = Object.entries(value)
    .filter(([name]) => Object.hasOwn(sent, name) || !isDefault(name))
    .map(([name, inner]) => [name, Object.hasOwn(sent, name) ? below(name, inner, sent[name]) : inner] as const);
  return Object.fromEntries(kept);
}
