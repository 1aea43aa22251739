// `npm run corpus -- load`: opens casework, loads the lists and closes it again.
import type { CaseworkParts } from '../deps.ts'
import { openCasework } from '../open-casework.ts'
import { type LoadOrder, loadLists } from './collect/load-lists.ts'

export async function loadPublishedLists(parts: CaseworkParts, order: LoadOrder) {
  const deps = await openCasework(parts)
  try {
    return await loadLists(deps, order)
  } finally {
    await deps.packs.close()
    await deps.documentReaders.close()
  }
}
