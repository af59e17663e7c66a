/** The page that loads the program says who the user is. */
export function tokenOfPage(): string {
  return document.querySelector('meta[name=token]')?.getAttribute('content') ?? '';
}
