import type { LookupAddress } from 'node:dns';
import { lookup as lookupName } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Finds the addresses of a name. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

/** The addresses that the system gives a name. */
export const resolveName: Resolve = (name) => lookupName(name, { all: true });

/** Whether an address belongs to a machine of the public internet: to no private, local, shared, multicast or reserved range. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address in the form of IPv6 is the IPv4 address.
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && !METADATA.has(parsed.toString());
}

/** A host that is an address, which no lookup is asked for. @param host - of a URL */
export function isPublicHost(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 || isPublic(address);
}

/**
 * The lookup of a connection that reaches public addresses only: it gives the connection the addresses that it has checked, so that a name that changes
 * meanwhile changes nothing. A name with a single address of another kind is refused.
 */
export function lookupPublic(resolve: Resolve): LookupFunction {
  return (name, options, callback) => {
    resolve(name).then(
      (found) => {
        const refused = found.find(({ address }) => !isPublic(address));
        const [first] = found;
        if (refused !== undefined) callback(refusal(name, refused.address), [], 0);
        else if (first === undefined) callback(new Error(`${name} has no address`), [], 0);
        else if (options.all) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, [], 0),
    );
  };
}

/** Why a host is not connected to. */
export function refusal(host: string, address: string): Error {
  const of = host === address ? host : `${host} is ${address}, which`;
  return new Error(`${of} is not in the public internet: see allowPrivate`);
}

// --- internal ---

/** Addresses of the public range at which Azure tells its machines about themselves. */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16']);
