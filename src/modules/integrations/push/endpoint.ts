import dns from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import type { Context } from '../../../kernel/context.ts'
import { isPrivateAddress } from '../../../platform/privateAddress.ts'

// A browser sent the URL of its push service. Without these checks, an account could make the server call a private
// network.

export class PrivateEndpoint extends Error {}

const hostOf = (endpoint: string) => new URL(endpoint).hostname.replace(/^\[|\]$/g, '')

/** Returns false for a URL that cannot lead to the internet. Does not resolve its host name (`publicLookup`). */
export function mayBePublic(endpoint: string, { site }: Context): boolean {
  const { protocol, username, port } = new URL(endpoint)
  const host = hostOf(endpoint)
  if (!site.isProduction && host === '127.0.0.1') return true
  return protocol === 'https:' && username === '' && port === '' && !(isIP(host) && isPrivateAddress(host))
}

/**
 * Resolves the host name of a connection. Fails with PrivateEndpoint for a private IP address. The connection uses the
 * checked answer, because the name server may answer a second question differently.
 */
export const publicLookup: LookupFunction = (host, options, done) =>
  dns.lookup(host, options, (error, found, family) => {
    const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
    done(error ?? (addresses.some(isPrivateAddress) ? new PrivateEndpoint(host) : null), found, family)
  })

export async function isPublicEndpoint(endpoint: string, context: Context): Promise<boolean> {
  const host = hostOf(endpoint)
  if (!mayBePublic(endpoint, context)) return false
  if (isIP(host)) return true
  return promisify(publicLookup)(host, { all: true }).then(
    () => true,
    () => false,
  )
}
