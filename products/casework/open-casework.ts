// Opens the dependencies that the slices share.
import type { Casework, CaseworkParts } from './deps.ts'
import { openReaders } from './documents/threads/readers.ts'
import { SHARED } from './model/scope.ts'
import { openPacks } from './packs/open.ts'

export async function openCasework(parts: CaseworkParts): Promise<Casework> {
  return {
    ...parts,
    corpusSpace: parts.corpusSpace ?? SHARED,
    packs: await openPacks(parts),
    documentReaders: openReaders(parts.log),
  }
}
