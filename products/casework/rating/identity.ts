// What a pack says about names: whose they are, what people call their types. Compiled once for each pack. Pure.
import type { Pack } from '../packs/pack.ts'
import { compilePattern, type Pattern, subjectOf } from '../packs/patterns/rules.ts'

interface IdentityData {
  namespaces?: { id: string; pattern: string }[]
  same_type?: Record<string, string[]>
  type_words?: Record<string, string[]>
}

interface Identity {
  namespaces: readonly { id: string; pattern: Pattern }[]
  /** Every word for a type, in lower case. */
  types: ReadonlyMap<string, string>
  /** Whose names are that were asked for. */
  known: Map<string, string>
}

/** The first pattern that fits the name says whose it is. */
export function namespaceOf(pack: Pack, name: string): string {
  const { namespaces, known } = identityOf(pack)
  const found = known.get(name)
  if (found !== undefined) return found
  const subject = subjectOf(name)
  const id = namespaces.find(({ pattern }) => pattern.test(subject))?.id ?? ''
  if (known.size >= MOST_REMEMBERED) known.clear()
  known.set(name, id)
  return id
}
/** The same names are asked about again and again. */
const MOST_REMEMBERED = 50_000

/** The type that lists use for `table`, `STRU` or `function module`; undefined for a word that names none. */
export const typeFor = (pack: Pack, word: string): string | undefined =>
  identityOf(pack).types.get(word.trim().toLowerCase())

/** Whether the pack has a word for it. */
export const isKnownType = (pack: Pack, type: string): boolean => typeFor(pack, type) !== undefined

/** Words of several parts first, so that `table type` is not read as `table`. */
export const typeWords = (pack: Pack): readonly string[] => [...identityOf(pack).types.keys()]

const compiled = new WeakMap<Pack, Identity>()

function identityOf(pack: Pack): Identity {
  const known = compiled.get(pack)
  if (known) return known
  const data = (pack.importers.identity ?? {}) as IdentityData
  const words = [data.type_words ?? {}, data.same_type ?? {}].flatMap((types) =>
    Object.entries(types).flatMap(([type, names]) =>
      [type, ...names].map((word): [string, string] => [word.toLowerCase(), type]),
    ),
  )
  const identity = {
    namespaces: (data.namespaces ?? []).map(({ id, pattern }) => ({ id, pattern: compilePattern(pattern, 'i') })),
    known: new Map<string, string>(),
    types: new Map(words.sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1))),
  }
  compiled.set(pack, identity)
  return identity
}
