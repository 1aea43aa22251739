// The names a vendor uses for itself: its name, its aliases, the first label of its domain.

import { matchable } from '../read/characters.ts'
import type { VendorNames } from '../types.ts'

const SUFFIX =
  /[\s,]+(?:inc|llc|ltd|limited|gmbh|corp|corporation|co|company|plc|ag|ab|bv|b\.v|s\.?a|pbc|labs|technologies|software)\.?$/

export function ownNames({ name, domain, aliases }: VendorNames): string[] {
  const label = domain.split('.')[0] ?? ''
  const said = [name, ...aliases, label, ...inBrackets(name)].flatMap((one) => {
    const plain = matchable(one)
      .replace(/\s*\([^)]*\)/g, '')
      .trim()
    return [plain, plain.replace(SUFFIX, '')]
  })
  return [...new Set(said)].filter((one) => one.length > 1)
}

function inBrackets(name: string): string[] {
  return [...name.matchAll(/\(([^)]+)\)/g)].flatMap((match) => (match[1] ?? '').split(/,\s*/))
}
