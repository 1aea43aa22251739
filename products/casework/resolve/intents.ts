// Matches a question to an intent: by patterns of the pack first, then by keywords. Deterministic.
// Pure.

import { compilePattern, type Pattern, subjectOf } from '../model/patterns.ts'
import type { IntentSpec, Pack } from '../packs/pack.ts'

export interface MatchedIntent {
  intent: IntentSpec
  params: Readonly<Record<string, string>>
  confidence: number
  /** Ids of other matching intents, best first. */
  alternatives: readonly string[]
}

const BY_PATTERN = 0.95
const BY_NOTHING = 0.3
const MAX_ALTERNATIVES = 3

export function matchIntent(pack: Pack, question: string): MatchedIntent {
  const subject = subjectOf(question)
  const found = patternsOf(pack).flatMap(({ intent, patterns }) => {
    for (const pattern of patterns) {
      const match = pattern.exec(subject)
      if (match) return [{ intent, params: givenGroups(match), score: BY_PATTERN }]
    }
    const score = keywordScore(intent, subject.toLowerCase())
    return score > 0 ? [{ intent, params: {}, score }] : []
  })
  // Sorting is stable, so equal scores keep the pack's order.
  const [best, ...others] = found.toSorted((a, b) => b.score - a.score)
  if (!best) return { intent: widestIntent(pack), params: {}, confidence: BY_NOTHING, alternatives: [] }
  return {
    intent: best.intent,
    params: best.params,
    confidence: best.score,
    alternatives: others.map(({ intent }) => intent.id).slice(0, MAX_ALTERNATIVES),
  }
}

/** Packs sort intents from specific to general, so the fallback is the last one that answers with a resolution. */
function widestIntent({ intents, ref }: Pack): IntentSpec {
  const widest = intents.findLast(({ answer_kind }) => answer_kind === 'resolution') ?? intents.at(-1)
  if (!widest) throw new Error(`The pack ${ref.id} has no intents.`)
  return widest
}

const givenGroups = ({ groups }: NonNullable<ReturnType<Pattern['exec']>>): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).filter((entry): entry is [string, string] => Boolean(entry[1])))

/** From 0.5 for one keyword up to almost 0.85 for many. */
function keywordScore({ keywords }: IntentSpec, text: string): number {
  const hits = keywords.filter((keyword) => hasWord(text, keyword.toLowerCase())).length
  return hits === 0 ? 0 : Math.round((0.85 - 0.35 / hits) * 100) / 100
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true
  return false
}
const isLetter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\d_]/u.test(character)

const compiled = new WeakMap<Pack, readonly { intent: IntentSpec; patterns: readonly Pattern[] }[]>()

function patternsOf(pack: Pack) {
  const known = compiled.get(pack)
  if (known) return known
  const patterns = pack.intents.map((intent) => ({
    intent,
    patterns: intent.patterns.map((pattern) => compilePattern(pattern, 'i')),
  }))
  compiled.set(pack, patterns)
  return patterns
}
