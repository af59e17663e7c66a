/** Whether a text matches a pattern in which `…` matches anything. */
export function isSame(pattern: string, text: string): boolean {
  const parts = pattern.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`).test(text);
}
