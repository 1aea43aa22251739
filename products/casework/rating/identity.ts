// What a pack says about names: whose they are, what people call their types. Compiled once for each pack. Pure.
import { type NamespacePattern, type Namespaces, openNamespaces } from '../model/namespaces.ts'
import type { Pack } from '../packs/pack.ts'

interface IdentityData {
  namespaces?: NamespacePattern[]
  same_type?: Record<string, string[]>
  type_words?: Record<string, string[]>
}

type Coining = Pick<Pack, 'importers'>

interface Identity {
  namespaces: Namespaces
  /** Every word for a type, in lower case. */
  types: ReadonlyMap<string, string>
}

export const namespacesOf = (pack: Coining): Namespaces => identityOf(pack).namespaces

export const namespaceOf = (pack: Coining, name: string): string => namespacesOf(pack).idOf(name)

/** The type that lists use for `table`, `STRU` or `function module`; undefined for a word that names none. */
export const typeFor = (pack: Coining, word: string): string | undefined =>
  identityOf(pack).types.get(word.trim().toLowerCase())

/** Whether the pack has a word for it. */
export const isKnownType = (pack: Coining, type: string): boolean => typeFor(pack, type) !== undefined

/** Words of several parts first, so that `table type` is not read as `table`. */
export const typeWords = (pack: Coining): readonly string[] => [...identityOf(pack).types.keys()]

const compiled = new WeakMap<Coining, Identity>()

function identityOf(pack: Coining): Identity {
  const known = compiled.get(pack)
  if (known) return known
  const data = (pack.importers.identity ?? {}) as IdentityData
  const words = [data.type_words ?? {}, data.same_type ?? {}].flatMap((types) =>
    Object.entries(types).flatMap(([type, names]) =>
      [type, ...names].map((word): [string, string] => [word.toLowerCase(), type]),
    ),
  )
  const identity = {
    namespaces: openNamespaces(data.namespaces ?? []),
    types: new Map(words.sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1))),
  }
  compiled.set(pack, identity)
  return identity
}
