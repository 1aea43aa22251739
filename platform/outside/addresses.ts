// Which addresses we send requests to: only those that are public on the internet, and the few that are allowed.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
/** An address, the length of its network, and a port where only that one is meant. */
export type AddressRange = [Address, number, port?: number]

/** Reads CIDR ranges, single addresses, and IPv4 addresses with a port (`127.0.0.1:8090`). */
export const parseRanges = (ranges: readonly string[]): AddressRange[] =>
  ranges.map((range) => {
    if (range.includes('/')) return ipaddr.parseCIDR(range)
    const [, place, port] = /^([\d.]+):(\d+)$/.exec(range) ?? []
    const address = ipaddr.parse(place ?? range)
    const length = address.kind() === 'ipv4' ? 32 : 128
    return port === undefined ? [address, length] : [address, length, Number(port)]
  })

/** The address that a host stands for without being looked up; the URL parser has already turned 0x7f.1 into one. */
export function literalOf(hostname: string): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return host
  // RFC 6761 §6.3: these names are loopback wherever they are resolved.
  return /(^|\.)localhost\.?$/.test(host) ? '127.0.0.1' : undefined
}

/** Public unicast in the IANA registries: no private, shared, special, translated or documentation address. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address?.range() !== 'unicast') return false
  if (REFUSED.some((range) => fits(address, range))) return false
  return address.kind() === 'ipv4' || fits(address, GLOBAL_UNICAST)
}

export function isInRanges(text: string, port: number, ranges: readonly AddressRange[]): boolean {
  const address = parseAddress(text)
  return address !== undefined && ranges.some((range) => fits(address, range) && (range[2] ?? port) === port)
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
