import { BlockList, isIP } from 'node:net'

/** Returns a function that checks whether an IP address is in one of these networks. */
export function createProxyMatcher(networks: string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    if (prefix) list.addSubnet(address, Number(prefix), ipFamilyOf(address))
    else list.addAddress(address, ipFamilyOf(address))
  }
  return (address = '') => isIP(address) !== 0 && list.check(address, ipFamilyOf(address))
}

const ipFamilyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')
