// Stores the ids of all names in a list. This happens once per list, when an unknown id is first looked up, so that
// imports stay fast.
import type { Casework } from '../deps.ts'
import { artifactId, catalogIri, type Naming } from '../model/artifacts.ts'
import { insertEntered, insertIds, listNames, listUnentered, type NamedRow } from './ids-store.ts'

/** Hashing this many names takes about ten milliseconds. */
const AT_ONCE = 4_000

/** Returns whether any ids were added. */
export async function enterIds(
  { db }: Pick<Casework, 'db'>,
  naming: Naming,
  entries: readonly string[],
): Promise<boolean> {
  const unentered = await listUnentered(db, entries)
  for (const entry of unentered) {
    for (let after: NamedRow | undefined; ; ) {
      const rows = await listNames(db, entry, after, AT_ONCE)
      if (rows.length > 0)
        await insertIds(
          db,
          naming.pack,
          rows.map((row) => ({ ...row, id: idOf(naming, row) })),
        )
      if (rows.length < AT_ONCE) break
      after = rows.at(-1)
    }
    await insertEntered(db, entry)
  }
  return unentered.length > 0
}

const idOf = (naming: Naming, { type, key }: NamedRow): string => artifactId(catalogIri(naming, { type, name: key }))
