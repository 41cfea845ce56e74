import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Context } from '../../kernel/context.ts'
import { isPrivateAddress } from '../../platform/privateAddress.ts'

// Addresses of mail servers that staff enter, for sending (SMTP) and reading (IMAP).

/** Error that stays after every retry until staff change the configuration. */
export class ConfigurationProblem extends Error {}

export const privateHostMessage =
  'Il server di posta configurato ha un indirizzo di rete privata: non è ammesso.'

/** Returns false in production for a server in the private network that the operator has not declared. */
export async function isUsableHost(context: Context, host: string): Promise<boolean> {
  try {
    await addressesOf(context, host)
    return true
  } catch (error) {
    // If the name cannot be resolved now, it may be resolvable later, so the host counts as usable.
    return !(error instanceof ConfigurationProblem)
  }
}

/** Outside production, returns the name. Throws ConfigurationProblem for an undeclared private IP address. */
export async function addressesOf(context: Context, host: string): Promise<string[]> {
  if (!context.site.isProduction) return [host]
  const found = isIP(host) ? [host] : (await lookup(host, { all: true })).map(({ address }) => address)
  if (found.some((address) => isPrivateAddress(address) && !isDeclared(context, host, address)))
    throw new ConfigurationProblem(privateHostMessage)
  const withIpv4 = found.filter((address) => isIP(address) === 4)
  return withIpv4.length > 0 ? withIpv4 : found
}

/** Returns how a connection to this server must use TLS. `address` comes from `addressesOf`. */
export function trustIn(context: Context, host: string, address: string) {
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host)
  // The certificate of a server that the operator has declared is often not publicly trusted.
  const isOwn = isDeclared(context, host, address)
  const name = isIP(host) ? {} : { servername: host }
  return { isLoopback, needsTls: !isLoopback && !isOwn, name, tls: { ...name, rejectUnauthorized: !isOwn } }
}

export function isDeclared({ providers }: Context, host: string, address: string): boolean {
  const { names, ranges } = providers.smtpPrivateHosts
  const family = isIP(address)
  return (
    names.has(host.toLowerCase()) || (family !== 0 && ranges.check(address, family === 6 ? 'ipv6' : 'ipv4'))
  )
}
