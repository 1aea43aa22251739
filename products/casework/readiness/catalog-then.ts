// The lists of a past day, or those that a run has read.
import { listEntriesById } from '../corpus/entry-store.ts'
import { type Scope, spaceOf } from '../model/space.ts'
import type { ActivePack } from '../packs/packs.ts'
import { type Asked, type Catalog, catalogFrom } from '../rating/lists.ts'
import { listEntriesAt } from './store.ts'

export async function catalogAt(deps: Asked, scope: Scope, active: ActivePack, at: Date): Promise<Catalog> {
  const ids = await listEntriesAt(deps.db, spacesOf(deps, scope), active.pack.ref.id, at)
  return catalogOfEntries(deps, scope, ids)
}

export async function catalogOfEntries(deps: Asked, scope: Scope, ids: readonly string[]): Promise<Catalog> {
  const spaces = spacesOf(deps, scope)
  const rows = await listEntriesById(deps.db, spaces, ids)
  // The workspace's own list overrides the shared one.
  const inOrder = rows.toSorted((a, b) => spaces.indexOf(a.space) - spaces.indexOf(b.space))
  return catalogFrom(deps, [...new Map(inOrder.map((row) => [row.list_id, row])).values()])
}

const spacesOf = ({ corpusSpace }: Asked, scope: Scope): string[] => [corpusSpace, spaceOf(scope)]
