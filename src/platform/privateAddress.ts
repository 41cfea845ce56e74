import { BlockList, isIP } from 'node:net'

const privateNets = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  privateNets.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  // No public server has an IP address in these nets. Some nets embed IPv4 addresses, which may be private.
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  privateNets.addSubnet(net, bits, 'ipv6')

/** Returns whether an IP address is private or reserved, so that no public server has it. */
export function isPrivateAddress(address: string): boolean {
  // BlockList also compares IPv4 addresses written as IPv6 (::ffff:10.0.0.1) with the IPv4 nets.
  return privateNets.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
