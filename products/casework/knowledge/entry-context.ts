// The named graph that an entry of the corpus is told in.
import { PACKED_TYPE } from '../model/packed-type.ts'
import type { EntryRow } from '../model/tables.ts'
import { isOfDefaultTarget } from '../packs/default-lists.ts'
import type { Pack } from '../packs/pack.ts'
import type { Packs } from '../packs/packs.ts'
import { entryContext, type GraphContext, placeOfSpace } from './rules.ts'

type Told = Pick<EntryRow, 'space' | 'pack_id' | 'source_id' | 'list_id' | 'media_type'>

/** Undefined where the pack is not installed any more, and where the graph is not told of it. */
export async function contextOfEntry(
  { packs }: { packs: Pick<Packs, 'all'> },
  entry: Told,
): Promise<GraphContext | undefined> {
  const used = (await packs.all(placeOfSpace(entry.space))).find(({ pack }) => pack.ref.id === entry.pack_id)
  return used && isTold(used.pack, entry) ? entryContext(entry, used.pack.naming.iriBase) : undefined
}

/** The product ships many releases, of which few are used: the graph gets those of the default target, and what others bring. */
export const isTold = (pack: Pack, { media_type, list_id }: Pick<Told, 'media_type' | 'list_id'>): boolean =>
  media_type !== PACKED_TYPE || (list_id !== null && isOfDefaultTarget(pack, list_id))
