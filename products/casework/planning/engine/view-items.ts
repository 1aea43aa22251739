// Converts items and waves of a plan to the types of the contract. Pure.
import type { PlanItem, PlanWave } from '@veritrace/contract/casework/plan'
import type { ArtifactRef, Effort } from '@veritrace/contract/casework/shapes'
import { round } from '../../effort/pert.ts'
import { estateRef, shortForm } from '../../model/artifacts.ts'
import { counted } from '../../model/counted.ts'
import type { Calendar } from './calendar.ts'
import { openCitations } from './citations.ts'
import { rationaleOf } from './explain.ts'
import type { Inclusions } from './inclusions.ts'
import type { Draft, ItemDetail, PlanInput } from './input.ts'
import type { Orderable } from './order.ts'
import { idOf, labelOf, openChoices, type Parcel } from './parcels.ts'
import type { Preceded } from './precede.ts'
import { openRisk, riskInputs } from './risk.ts'
import type { Schedule } from './schedule.ts'
import type { Wave } from './waves.ts'

/** Arrays are indexed by parcel, the schedule by position in the order. */
export interface Plan {
  input: PlanInput
  parcels: readonly Parcel[]
  efforts: readonly Effort[]
  items: readonly Orderable[]
  preceded: Preceded
  order: readonly number[]
  reaching: Int32Array
  waves: readonly Wave[]
  schedule: Schedule
  calendar: Calendar
  inclusions: Inclusions
  /** The parcel with the most lift per day from the start; -1 if nothing lifts alone. */
  leader: number
}

const MAX_ARTIFACTS = 10
const MAX_SUCCESSORS = 10
const MAX_CONTENTS = 30

export function viewItems(plan: Plan): Pick<Draft, 'items' | 'waves' | 'citations' | 'details'> {
  const { input, parcels, order, waves } = plan
  const cited = openCitations(input)
  const riskOf = openRisk(input.active)
  const refOf = openRefs(input)
  const waveOf = new Map(waves.flatMap(({ n, items }) => items.map((place) => [place, n] as const)))
  const details: Draft['details'] = {}
  const items = order.map((place, position): PlanItem => {
    const parcel = parcels[place]!
    const wave = waveOf.get(place)!
    const lift = {
      objects_reaching_target: plan.reaching[place]!,
      objects_improved: plan.items[place]!.unblocks.length,
    }
    details[idOf(parcel)] = detailOf(input, parcel)
    return {
      id: idOf(parcel),
      key: parcel.key,
      title: parcel.title,
      action_id: parcel.action.id,
      ...contentsOf(parcel),
      ...patternOf(parcel),
      artifacts: parcel.objects.slice(0, MAX_ARTIFACTS).map(refOf),
      artifacts_total: parcel.objects.length,
      rationale_md: rationaleOf(plan, place, { wave, lift }),
      preconditions: plan.preceded.after[place]!.map((before) => idOf(parcels[before]!)),
      wave,
      ...datesOf(plan, position, position),
      effort: plan.efforts[place]!,
      ...riskOf(riskInputs(input, parcel, plan.preceded.dependents[place]!)),
      lift,
      acceptance: acceptanceOf(input, parcel),
      ...decisionOf(parcel),
      state: 'proposed',
      citations: cited.of(parcel),
    }
  })
  return { items, waves: viewWaves(plan), citations: cited.all as Draft['citations'], details }
}

function detailOf({ estate }: PlanInput, { objects, parts, points, group }: Parcel): ItemDetail {
  const packages: Record<string, number> = {}
  for (const at of objects) {
    const { package: name } = estate.objects[at]!
    packages[name] = (packages[name] ?? 0) + 1
  }
  const fixes = parts.map(({ fix }) => fix.key)
  return { objects: objects.map((at) => shortForm(estate.objects[at]!)), packages, fixes, points, group }
}

function patternOf({ parts }: Parcel): Pick<PlanItem, 'pattern'> {
  const about = parts.length === 1 ? parts[0]!.fix.about : undefined
  if (about?.kind !== 'pattern' || !about.known) return {}
  const { artifact, successors } = about.known
  const after = successors.filter(({ terminal }) => terminal).slice(0, MAX_SUCCESSORS)
  return { pattern: { reference: artifact, successors: after.map((one) => one.artifact) } }
}

/** The parts of a work package, those with the most objects first. */
function contentsOf({ parts }: Parcel): Pick<PlanItem, 'contents' | 'contents_total'> {
  const shown = parts
    .toSorted((a, b) => b.objects.length - a.objects.length || (a.fix.key < b.fix.key ? -1 : 1))
    .slice(0, MAX_CONTENTS)
  return {
    contents: shown.map(({ fix, objects, sites }) => ({
      ...{ key: fix.key, title: labelOf(fix), finding: fix.finding.title, objects: objects.length, places: sites },
      ...(fix.chosen.needs_decision && { question: fix.chosen.needs_decision.question }),
    })),
    contents_total: parts.length,
  }
}

/** The open choice with the most objects; the question mentions how many further choices there are. */
function decisionOf({ parts }: Parcel): Pick<PlanItem, 'needs_decision'> {
  const [first, ...more] = openChoices(parts)
  if (!first) return {}
  const { question, options } = first.fix.chosen.needs_decision!
  const also = more.length > 0 ? ` (${labelOf(first.fix)}; ${counted(more.length, 'more choice')} in this package)` : ''
  return { needs_decision: { question: `${question}${also}`, options } }
}

function acceptanceOf({ target, active }: PlanInput, { action }: Parcel): PlanItem['acceptance'] {
  if (action.acceptance.length === 0) return [{ kind: 'manual', text: `${action.title}: done and reviewed.` }]
  const taken = [...target.acceptable, ...target.with_exemption]
  const least = active.pack.scheme.codes.filter((code) => target.acceptable.includes(code)).at(-1)!
  return action.acceptance.map((one) =>
    one.kind === 'rating_at_least' && !taken.includes(one.code) ? { ...one, code: least } : one,
  )
}

/** An object is in several items, so its reference is cached. */
function openRefs({ estate, known: listed, active, tenant }: PlanInput): (at: number) => ArtifactRef {
  const known = new Map<number, ArtifactRef>()
  const make = (at: number): ArtifactRef => {
    const object = { type: estate.objects[at]!.type, name: estate.objects[at]!.name }
    return tenant === undefined
      ? listed.get(shortForm(object))!.artifact
      : estateRef(active.pack.ref.id, tenant, estate.system, object)
  }
  return (at) => {
    const ref = known.get(at) ?? make(at)
    known.set(at, ref)
    return ref
  }
}

/** From the start of one position to the finish of another. */
function datesOf({ schedule, calendar }: Plan, first: number, last: number): Pick<PlanItem, 'start' | 'finish'> {
  const start = schedule.start[first]! < 0 ? undefined : calendar.dateOf(schedule.start[first]!)
  const finish = schedule.finish[last]! < 0 ? undefined : calendar.dateOf(schedule.finish[last]!)
  return start && finish ? { start, finish } : {}
}

function viewWaves(plan: Plan): PlanWave[] {
  const { parcels, order, waves, schedule, input } = plan
  const position = new Map(order.map((place, at) => [place, at]))
  return waves.map(({ n, title, purpose, items }) => {
    const positions = items.map((place) => position.get(place)!)
    const first = positions.reduce((a, b) => (schedule.start[b]! < schedule.start[a]! ? b : a))
    const last = positions.reduce((a, b) => (schedule.finish[b]! > schedule.finish[a]! ? b : a))
    const days = schedule.finish[last]! - schedule.start[first]! + 1
    const isPlaced = positions.every((at) => schedule.finish[at]! >= 0)
    return {
      n,
      title,
      purpose,
      ...(isPlaced && datesOf(plan, first, last)),
      items: items.map((place) => idOf(parcels[place]!)),
      capacity_days: isPlaced ? round(days * input.constraints.capacity_fte) : 0,
      load_p50: round(items.reduce((sum, place) => sum + plan.items[place]!.effort, 0)),
    }
  })
}
