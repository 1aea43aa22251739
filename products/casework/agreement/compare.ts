// Compares ATC findings with ours, object by object: the sides agree or differ, or a finding cannot be compared. Pure.
import type { AgreementReason, AgreementState } from '@veritrace/contract/casework/agreement'
import { type Named, shortForm } from '../model/artifacts.ts'
import type { Known } from '../rating/known.ts'
import type { Checks, KnownCheck } from './checks.ts'

export interface AtcFinding {
  evidence_id: string
  place: number
  object: Named
  check_id: string
  check_title: string
  message_id: string
  priority: number
  reference: Named | null
  technology: string | null
  exempted: boolean
}

/** The worst use of one name by one of our objects. */
export interface OwnUse {
  evidence_id: string
  /** Places in the evidence. They identify the line. */
  from: number
  to: number
  reference: Named
  access: number
  sites: number
  code: string
  rule: string
  /** Null if no check would report the use. */
  priority: number | null
  isUnknown: boolean
  isExempted: boolean
  known?: Known
}

export interface OwnObject extends Named {
  evidence_id: string
  package: string
  isFullyRead: boolean
  uses: readonly OwnUse[]
  techniques: readonly { kind: string; code: string; line: number; priority: number | null; file: string }[]
}

export interface Sides {
  findings: readonly AtcFinding[]
  /** Check variants by evidence. */
  variants: ReadonlyMap<string, string | null>
  /** Our objects by each of their names. */
  ours: ReadonlyMap<string, OwnObject>
  /** The evidence with the run that covers an object, by short form. */
  covered: ReadonlyMap<string, string>
  checks: Checks
  target: string
}

export interface Point {
  state: AgreementState
  reason: AgreementReason | null
  object: Named
  package: string
  check: KnownCheck
  subject: Named
  atc: { first: AtcFinding; priority: number; findings: number; exempted: boolean } | null
  ours: { object: OwnObject; use?: OwnUse; technique?: OwnObject['techniques'][number] } | null
}

type Verdict = Pick<Point, 'state' | 'reason'>
const cannot = (reason: AgreementReason): Verdict => ({ state: 'not_comparable', reason })

export interface Compared {
  /** Sorted by object, check and subject. */
  points: Point[]
  /** Our objects that no run covers, and their findings. */
  notChecked: { objects: number; findings: number }
}

export function compareSides(sides: Sides): Compared {
  const points = new Map<string, Point>()
  for (const finding of sides.findings) addFinding(sides, points, finding)
  const notChecked = addOurs(sides, points)
  return { points: [...points.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)), notChecked }
}

export const keyOf = ({ object, check, subject }: Pick<Point, 'object' | 'check' | 'subject'>): string =>
  [object.name, object.type, check.id, subject.name, subject.type].join('\u0001')

/** Several findings about the same subject in one object are one point. */
function addFinding(sides: Sides, points: Map<string, Point>, finding: AtcFinding): void {
  const check = sides.checks.of(finding.check_id, finding.check_title)
  const own = sides.ours.get(shortForm(finding.object))
  const object = own ? { type: own.type, name: own.name } : finding.object
  const subject = subjectOf(finding, check, own)
  const key = keyOf({ object, check, subject })
  const known = points.get(key)
  if (known?.atc) {
    known.atc.findings++
    known.atc.priority = Math.min(known.atc.priority, finding.priority)
    known.atc.exempted &&= finding.exempted
  }
  const atc = known?.atc ?? { first: finding, priority: finding.priority, findings: 1, exempted: finding.exempted }
  const ours = own ? ourSide(own, check, finding) : null
  const verdict = judge(sides, { finding, check, own, ours, priority: atc.priority })
  points.set(key, { ...verdict, object, package: own?.package ?? '', check, subject, atc, ours })
}

/** Prefers the type on our side. A finding that names nothing is identified by its message. */
function subjectOf(
  { reference, technology, message_id }: AtcFinding,
  { covered }: KnownCheck,
  own: OwnObject | undefined,
) {
  if (covered === 'technique') return { type: 'technique', name: technology ?? message_id }
  if (!reference) return { type: 'message', name: message_id }
  return own?.uses.find((use) => use.reference.name === reference.name)?.reference ?? reference
}

function ourSide(own: OwnObject, { covered }: KnownCheck, { reference, technology }: AtcFinding): Point['ours'] {
  const use =
    covered === 'usage' && reference ? own.uses.find((one) => one.reference.name === reference.name) : undefined
  const technique = covered === 'technique' ? own.techniques.find(({ kind }) => kind === technology) : undefined
  if (use) return { object: own, use }
  return technique ? { object: own, technique } : null
}

interface Judged {
  finding: AtcFinding
  check: KnownCheck
  own: OwnObject | undefined
  ours: Point['ours']
  priority: number
}

function judge({ variants, checks, target, ours: all }: Sides, judged: Judged): Verdict {
  const { finding, check, own, ours, priority } = judged
  if (!own) return cannot('object_not_uploaded')
  if (check.covered === 'unknown') return cannot('check_unknown')
  if (check.covered === 'no') return cannot('check_not_covered')
  if (checks.isOtherRelease(variants.get(finding.evidence_id) ?? null, target)) return cannot('other_release')
  if (check.covered === 'technique') return judgeTechnique(judged)
  if (!finding.reference) return cannot('no_reference')
  if (all.has(shortForm(finding.reference))) return cannot('own_object')
  const use = ours?.use
  if (!use) return { state: 'only_atc', reason: own.isFullyRead ? 'use_not_found' : 'source_not_fully_read' }
  if (use.isUnknown) return cannot('level_unknown')
  if (use.priority === null) return { state: 'only_atc', reason: 'released_here' }
  if (use.priority === priority) return { state: 'agreed', reason: null }
  return { state: 'rated_otherwise', reason: 'rated_otherwise' }
}

function judgeTechnique({ finding, own, ours }: Judged): Verdict {
  if (!finding.technology) return cannot('no_reference')
  if (ours?.technique) return { state: 'agreed', reason: null }
  return { state: 'only_atc', reason: own?.isFullyRead ? 'technique_not_found' : 'source_not_fully_read' }
}

/** Adds uses that a run should have reported, because it covers the object and includes a usage check. */
function addOurs(sides: Sides, points: Map<string, Point>): Compared['notChecked'] {
  const runs = runsOf(sides)
  const matched = new Set([...points.values()].flatMap(({ ours }) => ours?.use ?? []))
  const notChecked = { objects: 0, findings: 0 }
  for (const object of new Set(sides.ours.values())) {
    const evidence = sides.covered.get(shortForm(object))
    const expected = object.uses.filter((use) => use.priority !== null && !matched.has(use))
    if (evidence === undefined) {
      notChecked.objects++
      notChecked.findings += expected.length
      continue
    }
    const run = runs.get(evidence)
    for (const use of expected) {
      const check = run?.check ?? NO_CHECK
      const point = { object: { type: object.type, name: object.name }, check, subject: use.reference }
      const verdict = missing(run, use)
      points.set(keyOf(point), { ...verdict, ...point, package: object.package, atc: null, ours: { object, use } })
    }
  }
  return notChecked
}

const NO_CHECK: KnownCheck = { id: 'none', title: 'No usage check in the run', covered: 'unknown' }

interface Run {
  check: KnownCheck | undefined
  /** Priorities of the findings from its usage checks. */
  priorities: Set<number>
  isOther: boolean
}

function missing(run: Run | undefined, use: OwnUse): Verdict {
  if (!run?.check) return cannot('check_not_run')
  if (run.isOther) return cannot('other_release')
  if (use.isExempted) return { state: 'only_ours', reason: 'exempted_here' }
  // Exports often contain only the highest priorities.
  if (!run.priorities.has(use.priority!)) return cannot('priority_not_in_run')
  return { state: 'only_ours', reason: 'not_in_run' }
}

/** The usage check with the most findings in each run. It would have reported the uses that only we have. */
function runsOf({ findings, checks, variants, target }: Sides): Map<string, Run> {
  const counts = new Map<string, Map<KnownCheck, number>>()
  const runs = new Map<string, Run>()
  for (const { evidence_id, check_id, check_title, priority } of findings) {
    const check = checks.of(check_id, check_title)
    const run = runs.get(evidence_id) ?? {
      check: undefined,
      priorities: new Set(),
      isOther: checks.isOtherRelease(variants.get(evidence_id) ?? null, target),
    }
    runs.set(evidence_id, run)
    if (check.covered !== 'usage') continue
    run.priorities.add(priority)
    const of = counts.get(evidence_id) ?? new Map<KnownCheck, number>()
    counts.set(evidence_id, of.set(check, (of.get(check) ?? 0) + 1))
    if (!run.check || of.get(check)! > (of.get(run.check) ?? 0)) run.check = check
  }
  return runs
}
