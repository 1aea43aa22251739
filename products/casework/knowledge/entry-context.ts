// The named graph that an entry of the corpus is told in.
import { PACKED_TYPE } from '../model/packed-type.ts'
import type { EntryRow } from '../model/tables.ts'
import { isOfDefaultTarget } from '../packs/default-lists.ts'
import type { Pack } from '../packs/pack.ts'
import type { Packs } from '../packs/packs.ts'
import { entryContext, type GraphContext, placeOfSpace } from './rules.ts'

interface Deps {
  packs: Pick<Packs, 'all'>
}
type Told = Pick<EntryRow, 'space' | 'pack_id' | 'source_id' | 'list_id' | 'media_type'>

/** Undefined where the pack is not installed any more, and where the graph is not told of it. */
export const contextOfEntry = async (deps: Deps, entry: Told): Promise<GraphContext | undefined> =>
  (await contextsOf(deps, entry))(entry)

/** The same of any version of the entry. */
export async function contextsOf({ packs }: Deps, entry: Pick<Told, 'space' | 'pack_id'>) {
  const used = (await packs.all(placeOfSpace(entry.space))).find(({ pack }) => pack.ref.id === entry.pack_id)
  return (version: Told): GraphContext | undefined =>
    used && isTold(used.pack, version) ? entryContext(version, used.pack.naming.iriBase) : undefined
}

/** The product ships many releases, of which few are used: the graph gets those of the default target, and what others bring. */
export const isTold = (pack: Pack, { media_type, list_id }: Pick<Told, 'media_type' | 'list_id'>): boolean =>
  media_type !== PACKED_TYPE || (list_id !== null && isOfDefaultTarget(pack, list_id))
