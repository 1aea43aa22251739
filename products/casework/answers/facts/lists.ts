// The lists that answers for a target are based on: their age, and the number of objects per state.
import { DAY_MS } from '../../corpus/rules.ts'
import { counted as many } from '../../model/counted.ts'
import type { Pack } from '../../packs/pack.ts'
import { stateWord, stateWords } from '../../packs/state-words.ts'
import { catalogOf, type ReadList, readLists } from '../../rating/lists.ts'
import { countStates, type StateCount } from '../../rating/states-store.ts'
import type { Sentence } from '../check.ts'
import { joined } from '../sentences.ts'
import { type Asking, type Material, nothing, step } from './asking.ts'
import { typeOfPlural } from './plural-types.ts'
import { fillTemplate } from './template.ts'

/** Further lists of one role are only counted. */
const MAX_NAMED = 3

export async function lists(asking: Asking): Promise<Material> {
  const { deps, scope, active, target, intent } = asking
  const read = readLists(await catalogOf(deps, scope, active), target)
  if (read.length === 0) return nothing('lists', 'No list of the target is available.')
  const counts = await countStates(
    deps.db,
    read.map(({ entry }) => entry.id),
  )
  const first = read.filter(({ role }, place) => read.findIndex((one) => one.role === role) === place)
  const named = first.slice(0, MAX_NAMED)
  const others = read.filter((list) => !named.includes(list))
  const ages = named.map((list, place) => ageOf(asking, list, counts, place === 0 ? target.label : 'It'))
  const counted = countedOf(asking, read, counts)
  return {
    sentences: fillTemplate(intent.template, {
      counted,
      lists: others.length > 0 ? [...ages, restOf(asking, others, counts)] : ages,
      states: counted ? undefined : named.flatMap((list) => statesOf(asking, list, counts) ?? []),
    }),
    steps: [step('lists', `Read the lists of ${target.label}`, read.length)],
  }
}

/** A sentence with the request that returns the same information. */
const cited = ({ sources }: Asking, text: string, title: string, query: string, asOf: Date | null): Sentence => ({
  text,
  cites: sources.computed({ title, query, parts: [text], asOf: asOf?.toISOString() }),
})

function ageOf(asking: Asking, { entry, list }: ReadList, counts: readonly StateCount[], reader: string): Sentence {
  const count = sumOf(counts.filter(({ entry_id }) => entry_id === entry.id))
  const text = `${reader} reads the list ${list}, “${entry.title}”, ${dateOf(asking, entry)}, with ${objects(count)}.`
  return cited(asking, text, entry.title, `GET /corpus/${entry.id}`, entry.as_of)
}

/** The list's own date, or else the date of its import. */
function dateOf({ deps }: Asking, { as_of, fetched_at }: ReadList['entry']): string {
  const day = (date: Date): string => date.toISOString().slice(0, 10)
  if (!as_of) return `undated${fetched_at ? ` and imported on ${day(fetched_at)}` : ''}`
  return `dated ${day(as_of)} (${many(Math.max(0, Math.floor((deps.clock.now().getTime() - as_of.getTime()) / DAY_MS)), 'day')} old)`
}

const objects = (count: number): string => many(count, 'object')

function restOf(asking: Asking, others: readonly ReadList[], counts: readonly StateCount[]): Sentence {
  const ids = new Set(others.map(({ entry }) => entry.id))
  const count = sumOf(counts.filter(({ entry_id }) => ids.has(entry_id)))
  const text = `It reads ${many(others.length, 'more list')} with ${objects(count)} in total.`
  return cited(asking, text, `Lists of ${asking.target.label}`, 'GET /corpus?kind=catalog', null)
}

function statesOf(asking: Asking, { entry }: ReadList, counts: readonly StateCount[]): Sentence | undefined {
  const states = byState(
    asking.active.pack,
    counts.filter(({ entry_id }) => entry_id === entry.id),
  )
  if (states.length === 0) return undefined
  return cited(asking, `“${entry.title}” has ${joined(states)}.`, entry.title, `GET /corpus/${entry.id}`, entry.as_of)
}

/** The objects of the requested type or state, in the first list that contains any. */
function countedOf(asking: Asking, read: readonly ReadList[], counts: readonly StateCount[]): Sentence[] | undefined {
  const { params, active, target } = asking
  const type = params.type && typeOfPlural(active.pack, params.type)
  const state = params.state && stateOf(active.pack, params.state)
  if (!type && !state) return undefined
  const isAsked = (one: StateCount) => (!type || one.type === type) && (!state || one.state === state)
  const list = read.find(({ entry }) => counts.some((one) => one.entry_id === entry.id && isAsked(one))) ?? read[0]!
  const { id, title, as_of } = list.entry
  const fitting = counts.filter((one) => one.entry_id === id && isAsked(one))
  const of = type ? ` of type ${type}` : ''
  const text = state
    ? `“${title}” has ${objects(sumOf(fitting))}${of} as “${stateWord(active.pack, state)}”.`
    : `“${title}” has ${objects(sumOf(fitting))}${of}: ${joined(byState(active.pack, fitting)) || 'none'}.`
  const query = `GET /artifacts?target=${target.profile_id}${type ? `&type=${type}` : ''}&facets=state`
  return [cited(asking, text, title, query, as_of)]
}

/** Finds a state by the label that the pack shows for it. */
function stateOf(pack: Pack, asked: string): string | undefined {
  const words = Object.entries(stateWords(pack))
  const wanted = asked.toLowerCase()
  const found =
    words.find(([, word]) => word.toLowerCase() === wanted) ?? words.find(([, word]) => starts(word, wanted))
  return found?.[0]
}
const starts = (word: string, wanted: string): boolean => word.toLowerCase().startsWith(wanted)

function byState(pack: Pack, counts: readonly StateCount[]): string[] {
  const sums = new Map<string, number>()
  for (const { state, count } of counts) sums.set(state, (sums.get(state) ?? 0) + count)
  return [...sums].toSorted(([, a], [, b]) => b - a).map(([state, count]) => `${count} as “${stateWord(pack, state)}”`)
}

const sumOf = (counts: readonly StateCount[]): number => counts.reduce((sum, { count }) => sum + count, 0)
