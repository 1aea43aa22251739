// The readiness in one or two sentences, which say what is not known. Pure.
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
  const said = `${acceptable.objects} of ${all} ${all === 1 ? 'object is' : 'objects are'} acceptable for ${label} (${percent(acceptable.share)}).`
  const open = unknown > 0 ? ` ${unknown} ${unknown === 1 ? 'is' : 'are'} not known` : ''
  const range =
    interval.low < interval.high
      ? `${open ? `${open}, so` : ' What is missing means that'} the share may be anything from ${percent(interval.low)} to ${percent(interval.high)}.`
      : open && `${open}.`
  const [gap] = confidence.reasons
  return `${said}${range}${gap ? ` ${gap}` : ''}`
}
