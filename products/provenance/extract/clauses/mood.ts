// How certain a clause is, and whether it denies something.
import type { Hits } from '../cues/hits.ts'
import type { Cue, Language } from '../cues/names.ts'
import type { Clause, Holder, Modality } from './clause.ts'
import { opensWith } from './pieces.ts'
import type { Scanned } from './scanned.ts'
import type { Range } from './sentences.ts'

const NUMBERED = /(?<![\p{L}\p{N}])(?:no|nº|n°|nr|nos)\.?\s*[:#]?\s*(?=[a-z]{0,5}[\s-]?\d)/gu
const CONTRACTED = /n't(?![\p{L}\p{N}])/u

/** The offset of the negation, or -1. "Not only" and "no later than" negate nothing, and "no. 1234" is a number. */
export function negationIn(scanned: Scanned, { start, end }: Range): number {
  const { view, hits, language } = scanned
  const blanked: Range[] = [...hits.all('not_negation', start, end), ...numbersIn(scanned, { start, end })]
  const isBlanked = (at: number): boolean => blanked.some((range) => at >= range.start && at < range.end)
  const cue = hits.all('negation', start, end).find((hit) => !isBlanked(hit.start))
  const contracted = language === 'en' ? CONTRACTED.exec(view.slice(start, end)) : null
  const at = [cue?.start, contracted ? start + contracted.index : undefined].filter((one) => one !== undefined)
  return at.length === 0 ? -1 : Math.min(...at)
}

/** "certificate no. IS 774534" is a number; "no ISO 27001" is a denial, because a standard's name follows. */
function numbersIn({ view, mentions }: Scanned, { start, end }: Range): Range[] {
  const numbers: Range[] = []
  for (const match of view.slice(start, end).matchAll(NUMBERED)) {
    const from = start + match.index
    const after = from + match[0].length
    if (!mentions.some((mention) => mention.start === after)) numbers.push({ start: from, end: after })
  }
  return numbers
}

type Draft = Range & { sentence: Range; holder: Holder }

const opensCondition = (clause: Range, language: Language, hits: Hits): boolean =>
  language === 'ja' ? hits.has('condition', clause.start, clause.end) : opensWith('condition', clause, hits)

const VERB_FIRST = {
  de: /^(?:wird|werden|ist|sind|steht|stehen|liegt|liegen|befindet|befinden|hat|haben|sollten?|nutzt|nutzen|betreibt|betreiben|speichert|kommt|erfolgt|verarbeitet)\s[^,.;:?]{4,90}, (?:so|dann|gilt|gelten|unterliegt|unterliegen|muss|müssen|kann|können|darf|dürfen|ist|sind|wird|werden|greift|greifen|findet|finden)\s/u,
  nl: /^(?:wordt|worden|is|zijn|staat|staan|bevindt|bevinden|heeft|hebben|gebruikt|draait|ligt)\s[^,.;:?]{4,90}, (?:dan|geldt|gelden|moet|moeten|kan|kunnen|mag|is|zijn|wordt|worden)\s/u,
} as const

/** "Steht ein Server in Spanien, gilt …" is a condition without the word "if". */
const isVerbFirst = (said: string, { start, sentence }: Draft, language: Language): boolean =>
  start === sentence.start && (language === 'de' || language === 'nl') && VERB_FIRST[language].test(said)

export function modalityOf({ view, hits, language }: Scanned, clause: Draft, before: Clause | undefined): Modality {
  const { start, end, sentence } = clause
  const said = view.slice(sentence.start, sentence.end).trimEnd()
  const has = (cue: Cue): boolean => hits.has(cue, start, end)
  if (/[?？]["')]?$/.test(said) || (language === 'ja' && /(?:か|とは)。?$/.test(said))) return 'question'
  if (has('former')) return 'former'
  if (has('training')) return 'training'
  // "Unless otherwise stated, …" states the normal case, so it is not a condition.
  const isCertain = has('unless_stated')
  if (!isCertain && (opensCondition(clause, language, hits) || isVerbFirst(said, clause, language))) return 'condition'
  const isOpen = before?.modality === 'condition' && clause.holder === 'nobody'
  if (isOpen && !hits.has('unless_stated', before.start, before.end)) return 'condition'
  if (has('plan')) return 'plan'
  if (has('definition')) return 'definition'
  if (has('advice')) return 'advice'
  if (has('duty')) return 'duty'
  const may = hits.all('possibility', start, end).some((hit) => !view.startsWith("'t", hit.end))
  return may ? 'possibility' : 'fact'
}
