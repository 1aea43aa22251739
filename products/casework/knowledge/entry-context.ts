// The named graph for an entry of the corpus.
import type { GraphContext } from '../model/graph-contexts.ts'
import { PACKED_TYPE } from '../model/packed-type.ts'
import type { EntryRow } from '../model/tables.ts'
import { isOfDefaultTarget } from '../packs/default-lists.ts'
import type { Pack } from '../packs/pack.ts'
import type { Packs } from '../packs/packs.ts'
import { entryContext, placeOfSpace } from './rules.ts'

interface Deps {
  packs: Pick<Packs, 'all'>
}
type EntryRef = Pick<EntryRow, 'space' | 'pack_id' | 'source_id' | 'list_id' | 'media_type'>

/** Undefined if the pack is no longer installed, or if the entry is not projected. */
export const contextOfEntry = async (deps: Deps, entry: EntryRef): Promise<GraphContext | undefined> =>
  (await contextsOf(deps, entry))(entry)

/** Returns the same function for any version of the entry. */
export async function contextsOf({ packs }: Deps, entry: Pick<EntryRef, 'space' | 'pack_id'>) {
  const used = (await packs.all(placeOfSpace(entry.space))).find(({ pack }) => pack.ref.id === entry.pack_id)
  return (version: EntryRef): GraphContext | undefined =>
    used && isProjected(used.pack, version) ? entryContext(version, used.pack.naming.iriBase) : undefined
}

/** Only the default target's shipped lists are projected, because there are many. All other lists are projected. */
export const isProjected = (pack: Pack, { media_type, list_id }: Pick<EntryRef, 'media_type' | 'list_id'>): boolean =>
  media_type !== PACKED_TYPE || (list_id !== null && isOfDefaultTarget(pack, list_id))
