// How many of what is used, or of what was listed, have which code. Pure.
import type { Classification } from '@veritrace/contract/casework/studio-shapes'
import type { ActivePack } from '../../packs/packs.ts'

export function countCodes({ pack }: ActivePack, objects: Classification['objects']): Record<string, number> {
  const codes = objects.flatMap(({ artifact, rating, references, technology }) =>
    artifact
      ? [rating.code]
      : [
          ...references.filter(({ own }) => !own).map((reference) => reference.rating.code),
          ...technology.map(({ code }) => code),
        ],
  )
  return tally(pack.scheme, codes)
}

/** Every code of the scheme, from the best to the worst, then the unknown. */
export function tally(
  { codes, unknown }: { codes: readonly string[]; unknown: string },
  found: readonly string[],
): Record<string, number> {
  const counts = Object.fromEntries([...codes, unknown].map((code) => [code, 0]))
  for (const code of found) counts[code] = (counts[code] ?? 0) + 1
  return counts
}
