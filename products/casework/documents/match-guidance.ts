// Finds the guidance items of a pack that match a request, how well they match, and why. Pure.

import type { GuidanceItem, Pack } from '../packs/pack.ts'
import { rankTexts } from './ranking/rules.ts'

/** The request. An item matches if any of its fields does. */
export interface About {
  codes?: readonly string[] | undefined
  /** The action chosen by the rules comes first. */
  actions?: readonly string[] | undefined
  type?: string | undefined
  name?: string | undefined
  intent?: string | undefined
  phase?: string | undefined
  q?: string | undefined
}

export interface Matched {
  item: GuidanceItem
  /** 0 to 1. */
  score: number
  because: string
}

/** The weight of each kind of match. */
const WEIGHTS = { name: 0.9, action: 0.7, alternative: 0.3, code: 0.5, intent: 0.4, type: 0.3, phase: 0.15 } as const
/** The minimum share of the query terms, by weight. */
const MIN_COVERAGE = 0.4

/** Returns all items if the request is empty. */
export function matchItems(pack: Pack, about: About): Matched[] {
  const { guidance: items } = pack
  if (isEmpty(about))
    return items.map((item) => ({ item, score: 0, because: 'No filter is set, so all guidance is listed.' }))
  const read = about.q === undefined ? [] : rankTexts(items, textOf, about.q)
  const coverage = new Map(read.map((one) => [one.item.id, one.coverage]))
  return items.flatMap((item) => {
    const reasons = reasonsFor(pack, item, about)
    const covered = coverage.get(item.id) ?? 0
    if (covered >= MIN_COVERAGE)
      reasons.push({ weight: covered * WEIGHTS.name, text: `${Math.round(covered * 100)}% of the search terms` })
    return reasons.length > 0 ? [{ item, score: combined(reasons), because: sentenceOf(reasons) }] : []
  })
}

const isEmpty = ({ codes = [], actions = [], ...rest }: About): boolean =>
  codes.length === 0 && actions.length === 0 && Object.values(rest).every((value) => value === undefined)

interface Reason {
  weight: number
  text: string
}

function reasonsFor(pack: Pack, { match, action_id }: GuidanceItem, about: About): Reason[] {
  const { codes = [], actions: [chosen, ...others] = [], type, name, intent, phase } = about
  const reasons: Reason[] = []
  const add = (isIn: boolean | undefined, weight: keyof typeof WEIGHTS, text: string): void => {
    if (isIn) reasons.push({ weight: WEIGHTS[weight], text })
  }
  const concerns = (action: string) => match.actions?.includes(action) || action_id === action
  add(name !== undefined && match.names?.some((one) => one.toLowerCase() === name.toLowerCase()), 'name', `${name}`)
  add(chosen !== undefined && concerns(chosen), 'action', `the action “${titleOf(pack, chosen)}”`)
  for (const other of others) add(concerns(other), 'alternative', `the alternative action “${titleOf(pack, other)}”`)
  for (const code of codes) add(match.codes?.includes(code), 'code', `${pack.terms.rating ?? 'rating'} ${code}`)
  add(intent !== undefined && match.intents?.includes(intent), 'intent', `the question “${intentTitle(pack, intent)}”`)
  add(type !== undefined && match.types?.includes(type), 'type', `the type ${type}`)
  add(phase !== undefined && match.phases?.includes(phase), 'phase', `the phase ${phase}`)
  return reasons
}

const titleOf = ({ actions }: Pack, id: string | undefined): string =>
  actions.find((action) => action.id === id)?.title ?? `${id}`
const intentTitle = ({ intents }: Pack, id: string | undefined): string =>
  intents.find((intent) => intent.id === id)?.title ?? `${id}`

/** Combines weights like independent probabilities, so more reasons give a higher score below 1. */
const combined = (reasons: readonly Reason[]): number =>
  Math.round((1 - reasons.reduce((doubt, { weight }) => doubt * (1 - weight), 1)) * 1e4) / 1e4

const sentenceOf = (reasons: readonly Reason[]): string => {
  const texts = reasons.map(({ text }) => text)
  const last = texts.pop()
  return `It matches ${texts.length > 0 ? `${texts.join(', ')} and ${last}` : last}.`
}

const textOf = ({ title, applies_when, summary_md, steps_md, match }: GuidanceItem): string =>
  [title, applies_when, summary_md, steps_md, ...(match.names ?? [])].join('\n')
