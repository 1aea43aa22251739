// Matches IP addresses against CIDR ranges, whatever notation either uses.
import ipaddr from 'ipaddr.js'

type Range = ReturnType<typeof ipaddr.parseCIDR>

/** `10.0.0.0/8`, `2001:db8::/32` or a single address; undefined if the text is none of these. */
export function parseRange(text: string): Range | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  if (!ipaddr.isValid(text)) return undefined
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128] as Range
}

/** Whether the range lies entirely within one of the others. */
export function withinRanges([address, bits]: Range, ranges: readonly string[]): boolean {
  return ranges.some((text) => {
    const range = parseRange(text)
    return (
      range !== undefined && range[0].kind() === address.kind() && range[1] <= bits && address.match(range as never)
    )
  })
}

/** Whether the address is in one of the ranges. IPv4-mapped IPv6 counts as IPv4; an invalid address is in no range. */
export function inRanges(address: string, ranges: readonly string[]): boolean {
  const single = ipaddr.isValid(address) ? parseRange(address) : undefined
  return single !== undefined && withinRanges(single, ranges)
}

/** The network of an address, such as `203.0.113.0/24`; invalid text is returned unchanged. */
export function networkIn(address: string, bits: { ipv4: number; ipv6: number }): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  const length = bits[parsed.kind()]
  const bytes = parsed.toByteArray().map((byte, i) => byte & (0xff00 >> Math.max(0, Math.min(8, length - i * 8))))
  return `${ipaddr.fromByteArray(bytes)}/${length}`
}
