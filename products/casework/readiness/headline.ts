// Readiness in one or two sentences that also say what is unknown. Pure.
import type { Readiness } from '@veritrace/contract/casework/readiness'
import type { ActivePack } from '../packs/packs.ts'
import { percent } from './figures.ts'

type Given = Pick<Readiness, 'acceptable' | 'interval' | 'coverage' | 'distribution' | 'confidence'>

export function headlineOf({ pack }: ActivePack, label: string, given: Given): Readiness['headline'] {
  const direction_note = `Higher is better: the share of objects whose ${pack.terms.rating ?? 'rating'} the target accepts.`
  return { text: given.coverage.objects_total === 0 ? EMPTY : sentence(label, given), direction_note }
}

const EMPTY = 'Nothing measured yet: no evidence has been read, so nothing is known about this scope.'

function sentence(label: string, { acceptable, interval, coverage, distribution, confidence }: Given): string {
  const all = coverage.objects_total
  const unknown = distribution.at(-1)!.objects
  const share = `${acceptable.objects} of ${all} ${all === 1 ? 'object is' : 'objects are'} acceptable for ${label} (${percent(acceptable.share)}).`
  const range = rangeText(interval, { all, unknown })
  const [gap] = confidence.reasons
  return [share, range, gap].filter(Boolean).join(' ')
}

/** Unknown objects that fail anyway, because of something else they use, do not widen the range. */
function rangeText(interval: Given['interval'], { all, unknown }: { all: number; unknown: number }): string {
  const { low, point, high } = interval
  const open = Math.round((high - point) * all)
  const failing = Math.max(0, unknown - open)
  const about = unknown > 0 ? `${unknown} ${unknown === 1 ? 'is' : 'are'} unknown` : ''
  const [from, to] = percent(low) === percent(high) ? [finely(low), finely(high)] : [percent(low), percent(high)]
  const anywhere = `the share may be anywhere from ${from} to ${to}`
  if (low === high) return about && `${about}, and ${unknown === 1 ? 'it fails' : 'they fail'} anyway.`
  if (!about) return `Evidence is missing, so ${anywhere}.`
  if (failing === 0) return `${about}, so ${anywhere}.`
  return `${about}: ${failing} ${failing === 1 ? 'fails' : 'fail'} anyway, and with the others ${anywhere}.`
}

const finely = (share: number): string => `${Math.round(share * 1000) / 10}%`
