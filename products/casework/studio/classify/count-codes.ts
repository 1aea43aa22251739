// Counts the codes of everything that is used or listed. Pure.
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

/** All codes of the scheme from best to worst, then the unknown code. */
export function tally(
  { codes, unknown }: { codes: readonly string[]; unknown: string },
  found: readonly string[],
): Record<string, number> {
  const counts = Object.fromEntries([...codes, unknown].map((code) => [code, 0]))
  for (const code of found) counts[code] = (counts[code] ?? 0) + 1
  return counts
}
