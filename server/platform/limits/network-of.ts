import { isIPv6 } from 'node:net'

/** Returns an IPv4 address, or the /64 network of an IPv6 address, because one user often controls a whole /64. */
export function networkOf(ipAddress: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ipAddress)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ipAddress)) return ipAddress
  const [head = '', tail] = (ipAddress.split('%', 1)[0] as string).split('::')
  const before = head === '' ? [] : head.split(':')
  // A dotted IPv4 tail has the place of two groups. Their values are not in the network.
  const after = tail ? tail.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
