// What a pack says about names: their namespace, and the words that people use for types. Compiled once per pack. Pure.
import { type NamespacePattern, type Namespaces, openNamespaces } from '../model/namespaces.ts'
import type { Pack } from '../packs/pack.ts'

interface IdentityData {
  namespaces?: NamespacePattern[]
  same_type?: Record<string, string[]>
  type_words?: Record<string, string[]>
}

type WithImporters = Pick<Pack, 'importers'>

interface Identity {
  namespaces: Namespaces
  /** From every word for a type, in lower case, to the type. */
  types: ReadonlyMap<string, string>
}

export const namespacesOf = (pack: WithImporters): Namespaces => identityOf(pack).namespaces

export const namespaceOf = (pack: WithImporters, name: string): string => namespacesOf(pack).idOf(name)

/** The type that lists use for `table`, `STRU` or `function module`; undefined for any other word. */
export const typeFor = (pack: WithImporters, word: string): string | undefined =>
  identityOf(pack).types.get(word.trim().toLowerCase())

/** Whether the pack has a word for the type. */
export const isKnownType = (pack: WithImporters, type: string): boolean => typeFor(pack, type) !== undefined

/** Longest first, so that `table type` is not read as `table`. */
export const typeWords = (pack: WithImporters): readonly string[] => [...identityOf(pack).types.keys()]

const compiled = new WeakMap<WithImporters, Identity>()

function identityOf(pack: WithImporters): Identity {
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
