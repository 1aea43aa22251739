// Cuts a sentence before words that may start a clause, if both parts have a verb.
import type { Hits } from '../cues/hits.ts'
import type { Cue } from '../cues/names.ts'
import { mentionsWithin, type Scanned } from './scanned.ts'
import type { Range } from './sentences.ts'

const SIGNS = /;\s|:\s|\s[–—-]\s/g
const FINITE: readonly Cue[] = ['verb', 'certify', 'comply', 'hold', 'offer', 'notify', 'object', 'delete', 'retain']

export function piecesIn(scanned: Scanned, sentence: Range): Range[] {
  const pieces = rejoin(scanned, cutAt(sentence, cutsIn(scanned, sentence)))
  const clauses: Range[] = []
  for (const piece of pieces) {
    const last = clauses.at(-1)
    if (!last || standsAlone(scanned, last, piece)) clauses.push({ ...piece })
    else last.end = piece.end
  }
  return clauses
}

function cutsIn(scanned: Scanned, { start, end }: Range): number[] {
  const { view, hits, language } = scanned
  const opening = hits.all('break', start, end)
  // In Japanese this word ends a clause; in the other languages it starts one.
  const cuts = opening.map((hit) => (language === 'ja' ? hit.end : hit.start))
  for (const sign of view.slice(start, end).matchAll(SIGNS)) cuts.push(start + sign.index + sign[0].length)
  cuts.push(...afterCondition(scanned, { start, end }))
  return cuts.filter((at) => at > start && at < end).sort((one, other) => one - other)
}

/** "If you use X, we …": after a leading condition, the comma starts the main clause. */
function afterCondition({ view, hits, language }: Scanned, range: Range): number[] {
  if (language === 'ja' || !opensWith('condition', range, hits)) return []
  const { start, end } = range
  for (let comma = view.indexOf(', ', start); comma >= 0 && comma < end; comma = view.indexOf(', ', comma + 1)) {
    const condition = { start, end: comma }
    if (hasVerb({ hits, language }, condition) && hasVerb({ hits, language }, { start: comma + 2, end }))
      return [comma + 2]
  }
  return []
}

function cutAt({ start, end }: Range, cuts: readonly number[]): Range[] {
  const edges = [start, ...new Set(cuts), end]
  return edges.slice(1).map((to, index) => ({ start: edges[index] as number, end: to }))
}

const AT_THE_END = 5
const AT_THE_BEGINNING = 26

/** "ISO 9001, ISO 14001 and NEN 7510 certified": a conjunction within an enumeration of standards does not cut. */
function rejoin(scanned: Scanned, pieces: readonly Range[]): Range[] {
  const kept: Range[] = []
  for (const piece of pieces) {
    const last = kept.at(-1)
    const isEnumeration =
      last &&
      mentionsWithin(scanned, last.start, piece.start).some(({ end }) => end > last.end - AT_THE_END) &&
      mentionsWithin(scanned, piece.start, Math.min(piece.end, piece.start + AT_THE_BEGINNING)).length > 0
    if (isEnumeration) last.end = piece.end
    else kept.push({ ...piece })
  }
  return kept
}

function standsAlone({ hits, language }: Scanned, last: Range, piece: Range): boolean {
  const hasOwn = hasVerb({ hits, language }, piece)
  if (hasOwn && opensWith('relative', piece, hits)) return true
  if (!hasOwn && (language === 'ja' || !opensWith('condition', piece, hits))) return false
  return hasVerb({ hits, language }, last)
}

function hasVerb({ hits, language }: Pick<Scanned, 'hits' | 'language'>, { start, end }: Range): boolean {
  if (hits.has('verb', start, end)) return true
  if (language === 'ja') return false
  return hits.has('comply', start, end) || /^(?:hold|offer)$/.test(firstVerb({ start, end }, hits).cue)
}

/** The first verb of any kind and its offset; the end of the range if there is none. */
export function firstVerb({ start, end }: Range, hits: Hits): { cue: Cue | ''; start: number } {
  let best: { cue: Cue | ''; start: number } = { cue: '', start: end }
  for (const cue of FINITE) {
    const hit = hits.first(cue, start, end)
    if (hit && hit.start < best.start) best = { cue, start: hit.start }
  }
  return best
}

/** Whether the range starts with this cue, apart from a quote or bracket. */
export function opensWith(cue: Cue, { start, end }: Range, hits: Hits): boolean {
  const hit = hits.first(cue, start, end)
  return hit !== undefined && hit.start <= start + 2
}
