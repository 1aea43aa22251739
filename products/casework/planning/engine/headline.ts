// Summarizes a plan in two sentences, worst news first. Pure.
import { counted } from '../../model/counted.ts'
import type { Measured } from '../../readiness/measure.ts'
import type { Baselines } from './baselines.ts'
import type { Draft, PlanInput } from './input.ts'
import type { Reached } from './reach.ts'

interface HeadlineInput {
  measured: Measured
  reached: Reached
  totals: Draft['totals']
  baselines: Baselines
}

export function headlineOf({ objects }: PlanInput, { measured, reached, totals, baselines }: HeadlineInput): string {
  const all = objects.length
  const before = objects.filter((at) => measured.acceptable[at] === 1).length
  const lifted = all - totals.unacceptable_left - before
  const improved = objects.filter((at) => reached.gone[at] === 1 || reached.code[at]! < measured.code[at]!).length
  if (totals.items === 0)
    return before === all
      ? 'Nothing to do: every object is already acceptable.'
      : `This plan has no effect: it contains no work, and ${counted(all - before, 'object remains', 'objects remain')} unacceptable.`
  const range = `${days(totals.effort.p10)} to ${days(totals.effort.p90)} person-days`
  const left =
    totals.unacceptable_left > 0
      ? ` ${counted(totals.unacceptable_left, 'object remains', 'objects remain')} unacceptable.`
      : ''
  const exempt = baselines.find(({ id }) => id === 'exempt_all')!
  const instead =
    exempt.acceptable.objects > before
      ? ` Exempting everything instead${exempt.effort.p50 > 0 ? ` takes about ${counted(days(exempt.effort.p50), 'day')} and` : ''} makes ${exempt.acceptable.objects - before} acceptable, without raising a level.`
      : ''
  if (lifted === 0)
    return `This plan has no effect: ${before} of ${counted(all, 'object is', 'objects are')} acceptable before and after ${range} of work.${instead}`
  if (improved === 0)
    return `This plan raises no level: ${range} of work make ${counted(lifted, 'object')} acceptable by exemption only.${instead}`
  return `${counted(totals.items, 'work package brings', 'work packages bring')} ${lifted} of ${counted(all, 'object')} to the target in ${range}.${left}${instead}`
}

/** Whole days, with one decimal below ten. */
const days = (number: number): number => (number < 10 ? Math.round(number * 10) / 10 : Math.round(number))
