// Addresses against CIDR ranges, whatever form either is written in.
import ipaddr from 'ipaddr.js'

type Range = ReturnType<typeof ipaddr.parseCIDR>

/** `10.0.0.0/8`, `2001:db8::/32` or a single address; undefined where it is neither. */
export function parseRange(text: string): Range | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  if (!ipaddr.isValid(text)) return undefined
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128] as Range
}

/** Every address of the one lies in one of the others. */
export function withinRanges([address, bits]: Range, ranges: readonly string[]): boolean {
  return ranges.some((text) => {
    const range = parseRange(text)
    return (
      range !== undefined && range[0].kind() === address.kind() && range[1] <= bits && address.match(range as never)
    )
  })
}

/** An address that cannot be read is in no range. IPv4 in IPv6 clothes counts as IPv4. */
export function inRanges(address: string, ranges: readonly string[]): boolean {
  const single = ipaddr.isValid(address) ? parseRange(address) : undefined
  return single !== undefined && withinRanges(single, ranges)
}

/** The network that an address lies in, such as `203.0.113.0/24`; text that is no address is one of its own. */
export function networkIn(address: string, bits: { ipv4: number; ipv6: number }): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  const length = bits[parsed.kind()]
  const bytes = parsed.toByteArray().map((byte, i) => byte & (0xff00 >> Math.max(0, Math.min(8, length - i * 8))))
  return `${ipaddr.fromByteArray(bytes)}/${length}`
}
