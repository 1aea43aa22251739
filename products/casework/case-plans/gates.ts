// The gates of a plan: what has to hold before it may go on. Pure.
import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import type { PlanItem } from '@veritrace/contract/casework/plan'
import { counted } from '../model/counted.ts'
import { inWords } from '../model/in-words.ts'
import type { GateId } from './rules.ts'
import type { Acknowledged, PlanItemRow } from './tables.ts'

export interface Gate {
  id: GateId
  title: string
  status: 'pass' | 'fail' | 'warn'
  detail: string
  /** Where it fails, for people and for forms. */
  errors: readonly { path: string; message: string }[]
}

/** Everything that gates look at. */
export interface GateFacts {
  items: readonly PlanItem[]
  states: readonly Pick<PlanItemRow, 'item_id' | 'state' | 'reason'>[]
  policy: CasePlan['policy']
  acknowledged: Acknowledged
  /** Things that the plan rests on and sources disagree about, with nobody having decided; and a digest of them. */
  conflicts: readonly { about: string; note: string }[]
  conflictsDigest: string
  run: RunFacts
  approvals: number
  changesAsked: number
  openBlocking: readonly { id: string; item_id: string | null }[]
  /** Items that need an exemption and have none with owner and end. */
  unexempted: readonly { item_id: string; message: string }[]
  /** Of the lists as they are now, and as they were when the plan was approved. */
  catalog: string
  approvedCatalog: string | null
  verification: CasePlan['verification'] | null
}

interface RunFacts {
  /** The last run that came to an end. */
  id: string | null
  staleReasons: readonly string[]
  /** It found something else than the one that the plan rests on. */
  differs: boolean
}

type Failure = { path: string; message: string }
type Check = (facts: GateFacts) => readonly Failure[]

interface GateSpec {
  title: string
  check: Check
  passed: string
  /** What somebody may take upon themselves: a digest of what it is. */
  digest?: (facts: GateFacts) => string
}

export const GATES: Readonly<Record<GateId, GateSpec>> = {
  G1: {
    title: 'There is something to do',
    passed: 'The plan has items.',
    check: ({ items }) => (items.length > 0 ? [] : [{ path: 'items', message: 'add at least one item' }]),
  },
  G2: {
    title: 'Every item is whole',
    passed: 'Every item has an action, an artifact, an acceptance condition and a citation.',
    check: ({ items }) => items.flatMap(gapsOf),
  },
  G3: {
    title: 'No source contradicts another unresolved',
    passed: 'Nothing that the plan rests on is contradicted.',
    digest: ({ conflictsDigest }) => conflictsDigest,
    check: ({ conflicts }) => conflicts.map(({ about, note }) => ({ path: `conflicts.${about}`, message: note })),
  },
  G4: {
    title: 'The run is up to date',
    passed: 'The plan rests on the newest results.',
    check: ({ run }) => staleness(run).map((message) => ({ path: 'run_id', message })),
  },
  G5: {
    title: 'Enough people have approved',
    passed: 'All approvals are there.',
    check: ({ approvals, policy: { approvals_required: needed } }) =>
      approvals >= needed
        ? []
        : [
            {
              path: 'reviews',
              message: `there ${approvals === 1 ? 'is' : 'are'} ${approvals} of ${counted(needed, 'approval')}`,
            },
          ],
  },
  G6: {
    title: 'No blocking comment is open',
    passed: 'Every blocking comment is settled.',
    check: ({ openBlocking }) =>
      openBlocking.map(({ id, item_id }) => ({
        path: item_id ? `items.${item_id}` : 'reviews',
        message: `the blocking comment ${id} is open`,
      })),
  },
  G7: {
    title: 'Exemptions have an owner and an end',
    passed: 'Every exemption that the plan needs names an owner and an end.',
    check: ({ unexempted }) => unexempted.map(({ item_id, message }) => ({ path: `items.${item_id}`, message })),
  },
  G8: {
    title: 'The catalogue is the one that was approved',
    passed: 'The lists are those that the approval rests on.',
    digest: ({ catalog }) => catalog,
    check: ({ catalog, approvedCatalog }) =>
      approvedCatalog === null || catalog === approvedCatalog
        ? []
        : [{ path: 'inputs_digest', message: 'a list that the target reads has changed since the approval' }],
  },
  changes_asked: {
    title: 'A review asks for changes',
    passed: 'A reviewer has said what to change.',
    check: ({ changesAsked }) =>
      changesAsked > 0
        ? []
        : [{ path: 'reviews', message: 'a review with the verdict request_changes must come first' }],
  },
  items_finished: {
    title: 'Every item is done or waived',
    passed: 'Every item is done, or waived with a reason.',
    check: ({ states }) =>
      states
        .filter(({ state, reason }) => !(state === 'done' || state === 'verified' || (state === 'waived' && reason)))
        .map(({ item_id, state }) => ({ path: `items.${item_id}`, message: `is ${inWords(state)}` })),
  },
  acceptance_met: {
    title: 'A verification has passed',
    passed: 'Every acceptance condition holds.',
    check: ({ verification }) => {
      if (!verification) return [{ path: 'verification', message: 'has not been run to its end yet' }]
      return verification.failed_items.map(({ item_id, reason }) => ({ path: `items.${item_id}`, message: reason }))
    },
  },
}

export function checkGate(id: GateId, facts: GateFacts): Gate {
  const { title, check, passed, digest } = GATES[id]
  const errors = check(facts)
  if (errors.length === 0) return { id, title, status: 'pass', detail: passed, errors }
  const taken = digest && facts.acknowledged[id]
  const said = sentence(errors)
  if (taken && taken.digest === digest(facts))
    return { id, title, status: 'warn', detail: `${taken.by.name} has acknowledged: ${said}`, errors: [] }
  return { id, title, status: 'fail', detail: said, errors }
}

export const checkGates = (facts: GateFacts): Gate[] =>
  (Object.keys(GATES) as GateId[]).map((id) => checkGate(id, facts))

const MOST_TOLD = 3
/** The place is said where it is one of many, such as an item. */
function sentence(errors: readonly Failure[]): string {
  const more = errors.length > MOST_TOLD ? `; and ${errors.length - MOST_TOLD} more` : ''
  return `${errors.slice(0, MOST_TOLD).map(placed).join('; ')}${more}.`
}

const placed = ({ path, message }: Failure, at: number): string => {
  if (path.includes('.')) return `${path}: ${message}`
  return at === 0 ? message.charAt(0).toUpperCase() + message.slice(1) : message
}

/** The same as the shape of plan items asks for in the graph. */
function gapsOf(item: PlanItem): Failure[] {
  const gaps: [boolean, string, string][] = [
    [item.action_id === '', 'action_id', 'name an action'],
    [item.artifacts_total === 0, 'artifacts', 'name at least one artifact'],
    [item.acceptance.length === 0, 'acceptance', 'add at least one acceptance condition'],
    [item.citations.length === 0, 'citations', 'nothing is cited for it'],
  ]
  return gaps.filter(([isGap]) => isGap).map(([, field, message]) => ({ path: `items.${item.id}.${field}`, message }))
}

function staleness({ id, staleReasons, differs }: RunFacts): string[] {
  if (id === null) return ['the case has not been investigated yet']
  if (staleReasons.length > 0) return staleReasons.map((reason) => `the results are stale: ${inWords(reason)}`)
  return differs ? ['a later run has found something else; draft the plan anew'] : []
}
