/** The page that loads the program says where the service is, and who the user is. */
export function readMeta(name: string): string {
  return document.querySelector(`meta[name=${name}]`)?.getAttribute('content') ?? '';
}
