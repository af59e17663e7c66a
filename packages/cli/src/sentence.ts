/** End a message with a period, unless it already ends a sentence. */
export function sentence(message: string): string {
  return /[.?!]$/.test(message) ? message : `${message}.`;
}
