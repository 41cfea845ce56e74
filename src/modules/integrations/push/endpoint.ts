import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Context } from '../../../kernel/context.ts'
import { isPrivateAddress } from '../../../platform/privateAddress.ts'

/** A browser sent the URL. Without this check, an account could make the server call a private network. */
export async function isPublicEndpoint(endpoint: string, { site }: Context): Promise<boolean> {
  const { protocol, hostname, username, port } = new URL(endpoint)
  if (!site.isProduction && hostname === '127.0.0.1') return true
  if (protocol !== 'https:' || username !== '' || port !== '') return false
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return !isPrivateAddress(host)
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.length > 0 && !found.some(({ address }) => isPrivateAddress(address))
}
