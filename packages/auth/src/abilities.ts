/** What an API token may do: everything, reading or writing, or one of both of a resource, by the name of its controller. */
export const ABILITY: RegExp = /^(?:\*|(?:[\w/-]+:)?(?:read|write))$/;

const READS = new Set(['GET', 'HEAD', 'QUERY', 'OPTIONS']);

/**
 * The ability that a request to a controller needs: `issue:read`.
 *
 * @see docs/authentication.md
 */
export function neededAbility(controller: string, method: string): string {
  return `${controller}:${READS.has(method) ? 'read' : 'write'}`;
}

/**
 * Whether the abilities of an API token include the one that a request needs: {@link neededAbility}.
 *
 * @see docs/authentication.md
 */
export function isAble(abilities: readonly string[], needed: string): boolean {
  const [, kind = ''] = needed.split(':');
  return abilities.includes('*') || abilities.includes(needed) || abilities.includes(kind);
}
