// The values for templates: facts as sentences, each with its citation numbers. Pure.
import type { ResolvedSuccessor } from '@veritrace/contract/casework/resolve'
import type { Conflict } from '@veritrace/contract/casework/shapes'
import type { Pack, TargetProfile } from '../packs/pack.ts'
import { stateInProse } from '../packs/state-words.ts'
import type { Known } from '../rating/known.ts'
import { reasonUnlisted } from '../rating/rate.ts'
import type { Values } from './template.ts'

export interface Spoken {
  target: TargetProfile
  known: Known
  pack: Pack
  /** Titles of the lists, in the order of the facts. */
  titles: readonly string[]
  successors: readonly ResolvedSuccessor[]
  conflicts: readonly Conflict[]
  dependents: { count: number; sample: readonly { name: string }[] } | undefined
  /** States in lists of other targets that differ from these. */
  elsewhere: readonly { title: string; state: string; citation: number }[]
  /** Lists of the target that are not available but could contain the artifact. */
  missing: readonly string[]
}

export function valuesOf({
  target,
  known,
  pack,
  titles,
  successors,
  conflicts,
  dependents,
  missing,
  elsewhere,
}: Spoken): Values {
  const { named, facts, rating, acceptable } = known
  const cited = facts.map((_, place) => `[${place + 1}]`).join('')
  const concepts = successors.flatMap(({ concept }) => concept ?? [])
  return {
    type: named.type,
    name: cited ? `${named.name} ${cited}` : named.name,
    label: rating.label,
    code: rating.code,
    rule: rating.rule.id,
    reason: rating.reasons[0]?.text,
    target: target.label,
    acceptable: acceptable ? 'acceptable' : 'not acceptable',
    state: join(facts.map(({ state }) => stateInProse(pack, state))),
    states: facts
      .map(({ state }, place) => `${titles[place]} says “${stateInProse(pack, state)}” [${place + 1}].`)
      .join(' '),
    elsewhere: elsewhere
      .map(({ title, state, citation }) => `Elsewhere, ${title} says “${stateInProse(pack, state)}” [${citation}].`)
      .join(' '),
    successors: successorSentences(successors, cited),
    concept:
      concepts.length > 0 ? `Instead of an object, the lists name a concept: ${join(concepts)} ${cited}.` : undefined,
    no_successor:
      successors.length === 0 ? `No list of the target names a successor${cited && ` ${cited}`}.` : undefined,
    conflicts: conflicts.map(({ note, left, right }) => `${note} [${left.citation}][${right.citation}]`).join(' '),
    not_found: notFound(known, pack, missing),
    labels: join(facts.flatMap(({ labels }) => labels)),
    count: dependents?.count,
    dependents: dependents && join(dependents.sample.map(({ name }) => name)),
    none: dependents?.count === 0 ? 'None of them does.' : undefined,
  }
}

/** Mentions missing lists first, because they may name the artifact. */
function notFound({ named, facts }: Known, pack: Pack, missing: readonly string[]): string | undefined {
  const open = missing.length > 0 ? `Not imported yet, although the target uses it: ${join(missing)}.` : undefined
  if (facts.length > 0) return open
  return open ? `${open} No other list of the target names it.` : reasonUnlisted(pack, named.name)
}

function successorSentences(all: readonly ResolvedSuccessor[], cited: string): string {
  const things = all.filter(({ relation }) => relation !== 'concept')
  const first = things.filter(({ hop }) => hop === 1)
  if (first.length === 0) return ''
  const then = things.filter(({ hop }) => hop > 1)
  const missing = things.filter(({ available }) => !available)
  const numbers = [
    ...new Set(then.flatMap(({ rating_in_target }) => rating_in_target.reasons.flatMap((one) => one.citation ?? []))),
  ]
  return [
    first.length === 1
      ? `Its successor is ${nameOf(first[0]!)} ${cited}.`
      : `It has ${first.length} successors: ${join(first.map(nameOf))} ${cited}.`,
    ...(then.length > 0 ? [`These lead to ${join(then.map(nameOf))} ${numbers.map((n) => `[${n}]`).join('')}.`] : []),
    ...(missing.length > 0
      ? [`Not available in the target: ${join(missing.map(({ artifact }) => artifact.name))}.`]
      : []),
  ].join(' ')
}

const nameOf = ({ artifact, rating_in_target }: ResolvedSuccessor): string =>
  `${artifact.type} ${artifact.name} (${rating_in_target.code})`

const join = (words: readonly string[]): string => {
  const unique = [...new Set(words)]
  return unique.length < 2 ? (unique[0] ?? '') : `${unique.slice(0, -1).join(', ')} and ${unique.at(-1)}`
}
