// Compares versions of packs, and of the core that they support.

/** Compared with a pack's `core_compat`. */
export const CORE_VERSION = '1.0.0'

/** `>=1.0 <2.0`: every part must match. */
export function isCompatible(range: string, core = CORE_VERSION): boolean {
  return range.split(' ').every((part) => {
    const [, sign = '=', version = ''] = part.match(/^(>=|<=|>|<|=)?(.+)$/) ?? []
    const order = compareVersions(core, version)
    if (sign === '=') return order === 0
    return sign.startsWith('>')
      ? order > 0 || (order === 0 && sign === '>=')
      : order < 0 || (order === 0 && sign === '<=')
  })
}

/** Negative if a comes before b. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  for (const place of [0, 1, 2]) {
    const difference = (left![place] ?? 0) - (right![place] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
