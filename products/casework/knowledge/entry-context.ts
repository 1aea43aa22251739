// The named graph that an entry of the corpus is told in.
import type { EntryRow } from '../model/tables.ts'
import type { Packs } from '../packs/packs.ts'
import { entryContext, type GraphContext, placeOfSpace } from './rules.ts'

/** Undefined where the pack is not installed any more. */
export async function contextOfEntry(
  { packs }: { packs: Pick<Packs, 'all'> },
  entry: Pick<EntryRow, 'space' | 'pack_id' | 'source_id' | 'list_id'>,
): Promise<GraphContext | undefined> {
  const used = (await packs.all(placeOfSpace(entry.space))).find(({ pack }) => pack.ref.id === entry.pack_id)
  return used && entryContext(entry, used.pack.naming.iriBase)
}
