// The bundled published lists, as names with their types. The reader does not use them to decide kinds, so they can check it.
import { packedList } from '../../corpus/importers/packed-list.ts'
import { decode } from '../../corpus/importers/text.ts'
import { published, readPublished } from '../../corpus/published/published.ts'
import type { RepositoryReading } from '../source/read-repository.ts'

export type Listed = ReadonlyMap<string, ReadonlySet<string>>

/** Without the lists of partners, because those name objects of partners. */
export async function listedTypes(): Promise<Listed> {
  const types = new Map<string, Set<string>>()
  for (const list of published().lists.filter(({ list_id }) => !list_id.startsWith('partner.')))
    for (const found of packedList.read(decode(packedList.unpack!(await readPublished(list)))))
      if ('fact' in found) {
        const { key, type } = found.fact
        types.set(key, (types.get(key) ?? new Set()).add(type))
      }
  return types
}

/** Among these types a name means one object only. A domain or a program may have the same name as a table. */
const SHARED = ['TABL', 'VIEW', 'CDS_STOB', 'TTYP', 'DTEL', 'CLAS', 'INTF', 'BADI_DEF', 'TYPE']

interface Comparison {
  right: number
  wrong: { name: string; found: string; listed: string }[]
}

/** Counts each name with its kind once. */
export function compareKinds({ files }: RepositoryReading, listed: Listed): Comparison {
  const comparison: Comparison = { right: 0, wrong: [] }
  const seen = new Set<string>()
  for (const { resolved } of files.values())
    for (const { type, name, isSap } of resolved) {
      const types = [...(listed.get(name) ?? [])].filter((one) => SHARED.includes(one))
      if (!isSap || types.length === 0 || !SHARED.includes(type) || seen.has(`${type}:${name}`)) continue
      seen.add(`${type}:${name}`)
      if (types.includes(type)) comparison.right++
      else comparison.wrong.push({ name, found: type, listed: types.join(', ') })
    }
  return comparison
}
