// The gates of a plan: the conditions for its transitions. Pure.
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
  /** Each failure with its path, for people and for forms. */
  errors: readonly { path: string; message: string }[]
}

/** The input of all gates. */
export interface GateFacts {
  items: readonly PlanItem[]
  states: readonly Pick<PlanItemRow, 'item_id' | 'state' | 'reason'>[]
  policy: CasePlan['policy']
  acknowledged: Acknowledged
  /** Undecided disagreements of sources about artifacts that the plan depends on, and a digest of them. */
  conflicts: readonly { about: string; note: string }[]
  conflictsDigest: string
  run: RunFacts
  approvals: number
  changesAsked: number
  openBlocking: readonly { id: string; item_id: string | null }[]
  /** Items that need an exemption with an owner and an expiry date, but have none. */
  unexempted: readonly { item_id: string; message: string }[]
  /** Digests of the current lists, and of the lists at the time of approval. */
  catalog: string
  approvedCatalog: string | null
  verification: CasePlan['verification'] | null
}

interface RunFacts {
  /** The last finished run. */
  id: string | null
  staleReasons: readonly string[]
  /** The last run found something different from the run that the plan is based on. */
  differs: boolean
}

type Failure = { path: string; message: string }
type Check = (facts: GateFacts) => readonly Failure[]

interface GateSpec {
  title: string
  check: Check
  passed: string
  /** For gates that a person may acknowledge: a digest of what they acknowledge. */
  digest?: (facts: GateFacts) => string
}

export const GATES: Readonly<Record<GateId, GateSpec>> = {
  G1: {
    title: 'The plan has items',
    passed: 'The plan has at least one item.',
    check: ({ items }) => (items.length > 0 ? [] : [{ path: 'items', message: 'add at least one item' }]),
  },
  G2: {
    title: 'Every item is complete',
    passed: 'Every item has an action, an artifact, an acceptance condition and a citation.',
    check: ({ items }) => items.flatMap(gapsOf),
  },
  G3: {
    title: 'Sources do not contradict each other',
    passed: 'No unresolved contradictions affect the plan.',
    digest: ({ conflictsDigest }) => conflictsDigest,
    check: ({ conflicts }) => conflicts.map(({ about, note }) => ({ path: `conflicts.${about}`, message: note })),
  },
  G4: {
    title: 'The results are up to date',
    passed: 'The plan is based on the latest results.',
    check: ({ run }) => staleness(run).map((message) => ({ path: 'run_id', message })),
  },
  G5: {
    title: 'Enough people have approved',
    passed: 'The plan has all required approvals.',
    check: ({ approvals, policy: { approvals_required: needed } }) =>
      approvals >= needed
        ? []
        : [
            {
              path: 'reviews',
              message: `${approvals} of ${counted(needed, 'approval')} received`,
            },
          ],
  },
  G6: {
    title: 'No blocking comment is open',
    passed: 'Every blocking comment is resolved.',
    check: ({ openBlocking }) =>
      openBlocking.map(({ id, item_id }) => ({
        path: item_id ? `items.${item_id}` : 'reviews',
        message: `the blocking comment ${id} is open`,
      })),
  },
  G7: {
    title: 'Exemptions have an owner and an expiry date',
    passed: 'Every exemption that the plan needs has an owner and an expiry date.',
    check: ({ unexempted }) => unexempted.map(({ item_id, message }) => ({ path: `items.${item_id}`, message })),
  },
  G8: {
    title: 'The catalog has not changed since approval',
    passed: 'The lists are the same as at the time of approval.',
    digest: ({ catalog }) => catalog,
    check: ({ catalog, approvedCatalog }) =>
      approvedCatalog === null || catalog === approvedCatalog
        ? []
        : [{ path: 'inputs_digest', message: 'a list of the target has changed since the approval' }],
  },
  changes_asked: {
    title: 'A review requests changes',
    passed: 'A reviewer has requested changes.',
    check: ({ changesAsked }) =>
      changesAsked > 0 ? [] : [{ path: 'reviews', message: 'add a review with the verdict request_changes first' }],
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
    title: 'Verification has passed',
    passed: 'Every acceptance condition is met.',
    check: ({ verification }) => {
      if (!verification) return [{ path: 'verification', message: 'no verification has finished yet' }]
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

const MAX_LISTED = 3
/** Prefixes a failure with its path if the path names one of several places, such as an item. */
function sentence(errors: readonly Failure[]): string {
  const more = errors.length > MAX_LISTED ? `; and ${errors.length - MAX_LISTED} more` : ''
  return `${errors.slice(0, MAX_LISTED).map(placed).join('; ')}${more}.`
}

const placed = ({ path, message }: Failure, at: number): string => {
  if (path.includes('.')) return `${path}: ${message}`
  return at === 0 ? message.charAt(0).toUpperCase() + message.slice(1) : message
}

/** The same requirements as the shape of plan items in the graph. */
function gapsOf(item: PlanItem): Failure[] {
  const gaps: [boolean, string, string][] = [
    [item.action_id === '', 'action_id', 'name an action'],
    [item.artifacts_total === 0, 'artifacts', 'name at least one artifact'],
    [item.acceptance.length === 0, 'acceptance', 'add at least one acceptance condition'],
    [item.citations.length === 0, 'citations', 'add at least one citation'],
  ]
  return gaps.filter(([isGap]) => isGap).map(([, field, message]) => ({ path: `items.${item.id}.${field}`, message }))
}

function staleness({ id, staleReasons, differs }: RunFacts): string[] {
  if (id === null) return ['the case has not been investigated yet']
  if (staleReasons.length > 0) return staleReasons.map((reason) => `the results are stale: ${inWords(reason)}`)
  return differs ? ['a later run found different results; create a new draft'] : []
}
