import type { Field } from '../declaration/field.ts';
import { isNamed, type NamedMembers } from '../foreign/named-members.ts';
import { isPlainObject } from '../is-object.ts';
import { Refusal } from '../refusal.ts';
import type { Checked, Sources } from '../types.ts';

/** Leave out of a validated body what was not sent and is a default, at every depth of objects. */
export function keepSent(checked: Checked, { body }: Sources, field: Field): Checked {
  if (checked instanceof Refusal) return checked;
  return { ...checked, body: keepValue(checked.body, body, field) };
}

// --- internal ---

function keepValue(value: unknown, sent: unknown, field: Field | undefined): unknown {
  if (field?.foreign !== undefined) return keepNamed(value, sent, field.foreign.members);
  const fields = field?.fields?.fields;
  if (fields === undefined) return value;
  return keep(value, sent, {
    isDefault: () => true,
    below: (name, inner, given) =>
      keepValue(
        inner,
        given,
        fields.find((one) => one.name === name),
      ),
  });
}

/**
 * Drop members that a schema names and that were not sent: they are defaults. Members that it does not name come from a
 * transform. If a sent member is missing, a transform may have renamed it, so only members with a `default` in the
 * schema are dropped.
 *
 * @param members - undefined where the library cannot say what the schema names
 */
function keepNamed(value: unknown, sent: unknown, members: NamedMembers | undefined): unknown {
  const isWhole =
    isPlainObject(value) && isPlainObject(sent) && Object.keys(sent).every((name) => Object.hasOwn(value, name));
  return keep(value, sent, {
    isDefault: (name) =>
      members === undefined ? isWhole : isNamed(name, members) === true && (isWhole || members.hasDefault(name)),
    below: (name, inner, given) => keepNamed(inner, given, members?.below(name)),
  });
}

interface Rules {
  readonly isDefault: (name: string) => boolean;
  /** Apply the rules of a member to its value. */
  readonly below: (name: string, value: unknown, sent: unknown) => unknown;
}

function keep(value: unknown, sent: unknown, { isDefault, below }: Rules): unknown {
  if (!isPlainObject(value) || !isPlainObject(sent)) return value;
  const kept = Object.entries(value)
    .filter(([name]) => Object.hasOwn(sent, name) || !isDefault(name))
    .map(([name, inner]) => [name, Object.hasOwn(sent, name) ? below(name, inner, sent[name]) : inner] as const);
  return Object.fromEntries(kept);
}
