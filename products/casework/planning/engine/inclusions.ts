// Resolves the entries that a plan must include or exclude: objects, references or items. Pure.
import { formerPlace } from '../../estate/former-places.ts'
import { artifactId, estateIri, type Named, shortForm } from '../../model/artifacts.ts'
import type { Measured } from '../../readiness/measure.ts'
import { PlanContradiction, type PlanInput } from './input.ts'

/** What a list of entries refers to. */
export interface EntryMatch {
  /** Positions of objects. */
  objects: ReadonlySet<number>
  /** Keys of fixes whose reference is named. */
  fixes: ReadonlySet<string>
  /** The entries themselves, because they may be keys or ids of items. */
  words: ReadonlySet<string>
  /** Entries that match nothing in the scope. They may be item keys, which are not known yet. */
  unknown: readonly string[]
}

export interface Inclusions {
  include: EntryMatch
  exclude: EntryMatch
}

export function readInclusions(input: PlanInput, measured: Measured): Inclusions {
  const { must_include = [], exclude = [] } = input.constraints
  const read = openReader(input, measured, [...must_include, ...exclude])
  const inclusions = { include: read(must_include), exclude: read(exclude) }
  refuseContradictions(input, measured, inclusions)
  return inclusions
}

function openReader(
  input: PlanInput,
  measured: Measured,
  words: readonly string[],
): (list: readonly string[]) => EntryMatch {
  const { estate } = input
  const byWord = new Map<string, { object?: number; fixes?: string[] }>()
  const wanted = new Set(words)
  const add = (named: Named, iri: string, found: { object?: number; fixes?: string[] }): void => {
    for (const word of [shortForm(named), iri, artifactId(iri)])
      if (wanted.has(word)) byWord.set(word, { ...byWord.get(word), ...found })
  }
  // Hashing thousands of ids takes time, and most plans have no such entries.
  if (words.length > 0) {
    for (const at of input.objects) add(estate.objects[at]!, iriOf(input, at), { object: at })
    for (const [form, list] of Map.groupBy(measured.patterns, ({ reference }) => shortForm(reference))) {
      const { reference } = list[0]!
      const fixes = list.map(({ key }) => key)
      add(reference, input.known.get(form)!.artifact.iri, { fixes })
      for (const key of fixes) if (wanted.has(key)) byWord.set(key, { fixes: [key] })
      if (wanted.has(form)) byWord.set(form, { ...byWord.get(form), fixes })
    }
    const inScope = new Set(input.objects)
    for (const word of input.tenant === undefined ? [] : wanted) {
      const object = byWord.has(word) ? undefined : formerPlace(estate, input.tenant!, word)
      if (object !== undefined && inScope.has(object)) byWord.set(word, { object })
    }
  }
  return (list) => ({
    objects: new Set(list.flatMap((word) => byWord.get(word)?.object ?? [])),
    fixes: new Set(list.flatMap((word) => byWord.get(word)?.fixes ?? [])),
    words: new Set(list),
    unknown: list.filter((word) => !byWord.has(word)),
  })
}

const iriOf = ({ estate, tenant, known }: PlanInput, at: number): string =>
  tenant === undefined
    ? known.get(shortForm(estate.objects[at]!))!.artifact.iri
    : estateIri(tenant, estate.system, estate.objects[at]!)

function refuseContradictions({ estate }: PlanInput, measured: Measured, { include, exclude }: Inclusions): void {
  const refuse = (what: string): never => {
    throw new PlanContradiction(`${what} is both required and excluded.`)
  }
  for (const word of include.words) if (exclude.words.has(word)) refuse(word)
  for (const at of include.objects) if (exclude.objects.has(at)) refuse(shortForm(estate.objects[at]!))
  for (const key of include.fixes) if (exclude.fixes.has(key)) refuse(nameOfFix(measured, key))
  for (const [arrow, caller] of estate.calls.from.entries()) {
    const called = estate.calls.to[arrow]!
    if (!include.objects.has(caller) || !exclude.objects.has(called) || measured.acceptable[called] === 1) continue
    const [one, other] = [caller, called].map((at) => shortForm(estate.objects[at]!))
    throw new PlanContradiction(`${one} is required, but it calls ${other}, which is excluded and not acceptable.`)
  }
}

const nameOfFix = ({ patterns }: Measured, key: string): string => {
  const pattern = patterns.find((one) => one.key === key)
  return pattern ? shortForm(pattern.reference) : key
}
