import { isIPv6 } from 'node:net';

/** The network of an address: of IPv6 its first 64 bits, which one customer has; else the address. */
export function networkOf(address: string | undefined): string {
  if (!address || !isIPv6(address)) return address ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  // An address of a link has its interface behind a percent sign.
  const [head = '', tail] = (address.split('%')[0] as string).split('::');
  const begin = head === '' ? [] : head.split(':');
  const end = tail ? tail.split(':') : [];
  // An address at the end in the form of IPv4 is two groups long.
  const length = begin.length + end.length + (address.includes('.') ? 1 : 0);
  const groups = tail === undefined ? begin : [...begin, ...Array<string>(8 - length).fill('0'), ...end];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
