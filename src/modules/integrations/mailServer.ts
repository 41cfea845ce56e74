import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Context } from '../../kernel/context.ts'
import { isPrivateAddress } from '../../platform/privateAddress.ts'

// Servers that staff enter for sending (SMTP) and reading (IMAP).

/** Error that a retry cannot remove, because staff must act. */
export class ConfigurationProblem extends Error {}

export const privateHostMessage =
  'Il server di posta configurato ha un indirizzo di rete privata: non è ammesso.'

/** Returns false for an undeclared server in the private network. */
export async function isUsableHost(context: Context, host: string): Promise<boolean> {
  try {
    await addressesOf(context, host)
    return true
  } catch (error) {
    // The name may resolve later.
    return !(error instanceof ConfigurationProblem)
  }
}

/**
 * Returns the IP addresses of a mail server. In production throws ConfigurationProblem if one of them is in the private
 * network, unless the operator declared this IP address or the name.
 */
export async function addressesOf(context: Context, host: string): Promise<string[]> {
  if (!context.site.isProduction) return [host]
  const found = isIP(host) ? [host] : (await lookup(host, { all: true })).map(({ address }) => address)
  if (found.some((address) => isPrivateAddress(address) && !isDeclared(context, host, address)))
    throw new ConfigurationProblem(privateHostMessage)
  const withIpv4 = found.filter((address) => isIP(address) === 4)
  return withIpv4.length > 0 ? withIpv4 : found
}

export function isDeclared({ providers }: Context, host: string, address: string): boolean {
  const { names, ranges } = providers.smtpPrivateHosts
  const family = isIP(address)
  return (
    names.has(host.toLowerCase()) || (family !== 0 && ranges.check(address, family === 6 ? 'ipv6' : 'ipv4'))
  )
}
