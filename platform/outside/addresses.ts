// Which addresses we send requests to: only those that are public on the internet, and the few that are allowed.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
export type AddressRange = [Address, number]

/** Reads CIDR ranges, or single addresses. */
export const parseRanges = (ranges: readonly string[]): AddressRange[] =>
  ranges.map((range) => {
    if (range.includes('/')) return ipaddr.parseCIDR(range)
    const address = ipaddr.parse(range)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  })

/** Public unicast in the IANA registries: no private, shared, special, translated or documentation address. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address?.range() !== 'unicast') return false
  if (REFUSED.some((range) => fits(address, range))) return false
  return address.kind() === 'ipv4' || fits(address, GLOBAL_UNICAST)
}

export function isInRanges(text: string, ranges: readonly AddressRange[]): boolean {
  const address = parseAddress(text)
  return address !== undefined && ranges.some((range) => fits(address, range))
}

/** IPv6 outside 2000::/3 is not handed out to anyone (RFC 4291 §2.4), whatever names it has in some library. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

const REFUSED = parseRanges([
  '192.88.99.0/24', // 6to4 relays, RFC 7526
  '198.18.0.0/15', // benchmarks, RFC 2544
  '168.63.129.16/32', // the host of a virtual machine in Azure: public by number, internal by use
  '2002::/16', // 6to4 carries an IPv4 address that nobody checked
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarks
  '2001:db8::/32',
  '3fff::/20', // documentation, RFC 9637
])

const fits = (address: Address, [network, bits]: AddressRange): boolean =>
  address.kind() === network.kind() && address.match(network, bits)

/** An IPv4 address inside an IPv6 one (::ffff:a.b.c.d) counts as what it is. Names and short forms are none. */
function parseAddress(text: string): Address | undefined {
  const bare = text.replace(/%.*$/, '')
  return isIP(bare) ? ipaddr.process(bare) : undefined
}
