// The subject of a clause: the words before its verb, without introductory phrases and without attributes of the noun.
import type { Cue } from '../cues/names.ts'
import { firstVerb, opensWith } from './pieces.ts'
import type { Scanned } from './scanned.ts'
import type { Range } from './sentences.ts'

export function subjectOf({ view, hits, language }: Scanned, clause: Range): Range {
  if (language === 'ja') return japaneseSubject(view, clause)
  const start = clause.start + lengthOfRole({ view, hits }, clause)
  const verb = firstVerb({ start, end: clause.end }, hits)
  return { start, end: verb.cue === '' ? start : verb.start }
}

/** "As a certified company, we": the subject comes after the comma. */
function lengthOfRole({ view, hits }: Pick<Scanned, 'view' | 'hits'>, clause: Range): number {
  if (!opensWith('as', clause, hits)) return 0
  const comma = view.slice(clause.start, clause.end).indexOf(', ')
  return comma < 0 ? 0 : comma + 2
}

/** Before は, otherwise before が. An empty range means the speaker. */
function japaneseSubject(view: string, { start, end }: Range): Range {
  const text = view.slice(start, end)
  const found = /^(.*?)は(?!い)/u.exec(text) ?? /^(.*?)が(?!、)/u.exec(text)
  return { start, end: start + (found?.[1]?.length ?? 0) }
}

const NOUNS: readonly Cue[] = ['facility', 'other', 'employee', 'customer', 'own_thing', 'subprocessor', 'auditor']
/** If only "it" follows, the sentence is about the speaker. */
const SAYS_THAT = /[^\p{L}](?:that|dass|dat|che|que)\s+/giu
const NONE_OF =
  /^[\s"'(]*(?:none|all|each|most|many|some|both|any|one|several|every one|keine?r?|alle|jeder?|viele|einige|aucune?|chacune?|tou(?:s|tes)|plusieurs|ningun[oa]|tod[oa]s|cada un[oa]|algun[oa]s|nenhum|cada um|alguns|nessun[oa]|tutt[ie]|ciascun[oa]|alcun[ie]|geen|elk|veel) (?:of|de|dos|das|di|van|der|des) (?:the )?/iu
/** "Acme, a certified company, ..." */
const APPOSITION = /^([^,]{2,60}), (?:an?|the|your|eine?|der|die|das|une?|le|la|una?|el|uma?|o|il|lo|een|de|het)\s/u
const EXPLETIVE = /^[\s"'(]*(?:there|it|er|es|il)\s+(?=\S{0,3}\s*$)/iu

/** "Please note that customers of Acme in Europe" is about customers. */
export function headOf(scanned: Scanned, subject: Range): Range {
  const { view, hits, language } = scanned
  if (language === 'ja') return subject
  let { start } = subject
  let { end } = subject
  for (const match of view.slice(start, end).matchAll(SAYS_THAT)) {
    const inner = subject.start + match.index + match[0].length
    if (end - inner > 2 && !/^(?:it|they)\s*$/.test(view.slice(inner, end))) start = inner
  }
  start += (NONE_OF.exec(view.slice(start, end)) ?? EXPLETIVE.exec(view.slice(start, end)))?.[0].length ?? 0
  start = afterOpening(scanned, { start, end })
  end = start + (APPOSITION.exec(view.slice(start, end))?.[1]?.length ?? end - start)
  // "Centros de datos" is one noun.
  const prepositions = hits.all('preposition', start + 3, end)
  if (prepositions.length === 0) return { start, end }
  const nouns = NOUNS.flatMap((cue) => hits.all(cue, start, end))
  const noun = prepositions.find(({ start: at }) => !nouns.some((hit) => hit.start < at && at < hit.end))
  return { start, end: noun ? noun.start : end }
}

/** "Since 2020, we ...", "und wir": the introductory phrase is not the subject. */
function afterOpening({ view, hits }: Scanned, { start, end }: Range): number {
  let from = start
  const comma = view.slice(start, end).indexOf(', ')
  if (comma >= 0 && opensWith('preposition', { start, end }, hits)) from = start + comma + 2
  for (const cue of ['break', 'condition'] as const) {
    const hit = hits.first(cue, from, end)
    if (hit && hit.start <= from + 2) from = hit.end
  }
  return from + (/^[\s,"'(•–-]*/u.exec(view.slice(from, end))?.[0].length ?? 0)
}
