// Decides to which addresses we send requests: only to public internet addresses, and to explicitly allowed ones.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
/** An address, its prefix length, and optionally the only port it applies to. */
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

/** The address that a host denotes without a lookup; the URL parser has already normalized forms such as 0x7f.1. */
export function literalOf(hostname: string): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return host
  // RFC 6761 §6.3: these names are always loopback.
  return /(^|\.)localhost\.?$/.test(host) ? '127.0.0.1' : undefined
}

/** Public unicast in the IANA registries: not private, shared, special, translated or documentation. */
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

/** IPv6 outside 2000::/3 is unallocated (RFC 4291 §2.4), however a library classifies it. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

const REFUSED = parseRanges([
  '192.88.99.0/24', // 6to4 relays, RFC 7526
  '198.18.0.0/15', // benchmarks, RFC 2544
  '168.63.129.16/32', // the host of a virtual machine in Azure: a public address with internal use
  '2002::/16', // 6to4 embeds an unchecked IPv4 address
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarks
  '2001:db8::/32',
  '3fff::/20', // documentation, RFC 9637
])

const fits = (address: Address, [network, bits]: AddressRange): boolean =>
  address.kind() === network.kind() && address.match(network, bits)

/** An IPv4-mapped IPv6 address (::ffff:a.b.c.d) counts as IPv4. Names and short forms are not addresses. */
function parseAddress(text: string): Address | undefined {
  const bare = text.replace(/%.*$/, '')
  return isIP(bare) ? ipaddr.process(bare) : undefined
}
