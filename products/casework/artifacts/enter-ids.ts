// Enters the names of lists under the ids that follow from them. Each list is entered once, when an id is first looked
// for that is not known yet; an import stays as fast as it is.
import type { Casework } from '../deps.ts'
import { artifactId, catalogIri, type Naming } from '../model/artifacts.ts'
import { insertEntered, insertIds, listNames, listUnentered, type NamedRow } from './ids-store.ts'

/** Hashing as many names takes about ten milliseconds. */
const AT_ONCE = 4_000

/** Whether there was anything to enter. */
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
