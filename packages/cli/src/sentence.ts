/** End a message with a full stop, unless it ends a sentence already. */
export function sentence(message: string): string {
  return /[.?!]$/.test(message) ? message : `${message}.`;
}
