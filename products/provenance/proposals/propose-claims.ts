// Shows one document to the model, once, and stores the proposals that pass the checks. If the model is down, the
// document gets a warning and is tried again later. Claims of the rules are not affected.
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import type { JobRun } from '@veritrace/platform/jobs/job'
import { INSTALLATION } from '@veritrace/platform/threads/pool'
import { findForReading } from '../claims/snapshot-store.ts'
import { readBytes } from '../crawl/snapshots.ts'
import { DocumentTooHard } from '../crawl/threads/pool.ts'
import type { Provenance } from '../deps.ts'
import type { ClaimFacts } from '../vendors/derive/facts.ts'
import { listClaimFacts } from '../vendors/facts-store.ts'
import { type Checked, type Outcome, proposalsIn } from './check-proposals.ts'
import { BudgetSpent, type Model, ModelUnavailable } from './model.ts'
import { finish, isRead, postpone, type ReadingOf, UNAVAILABLE, unwarn, warn } from './readings-store.ts'
import { verdictOf } from './settle.ts'
import { speaksToModels } from './speaks-to-models.ts'
import { insertProposals } from './store.ts'
import { addUse, takeCall } from './usage-store.ts'

type Deps = Pick<Provenance, 'db' | 'clock' | 'blobs' | 'extractors' | 'metrics'>
type Snapshot = NonNullable<Awaited<ReturnType<typeof findForReading>>>

const LATER_MS = 15 * 60_000
const AROUND = 40

export async function proposeClaims(
  deps: Deps,
  model: Model,
  snapshotId: string,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const snapshot = await findForReading(deps.db, snapshotId)
  if (!snapshot || (await isRead(deps.db, snapshotId, model.name))) return
  const of: ReadingOf = { snapshotId, vendorId: snapshot.vendor_id, model: model.name }
  const text = await textOf(deps, snapshot)
  const notShown = whyNotShown(snapshot, text)
  if (notShown) return void (await finish(deps.db, of, { reason: notShown, outcomes: {} }, deps.clock.now()))
  try {
    const evidence = await listClaimFacts(deps.db, [snapshot.vendor_id])
    const ask = (question: Parameters<Model['ask']>[0]) => model.ask(question, spendOf(deps, model, of), signal)
    const outcome = await proposalsIn(text!, snapshot.display_name, evidence, ask)
    await keep(deps, of, snapshot, text!, outcome, evidence)
  } catch (error) {
    await retryLater(deps, of, error)
  }
}

/** Undefined if the bytes were deleted or can no longer be read. */
async function textOf(deps: Deps, snapshot: Snapshot): Promise<string | undefined> {
  const bytes = await readBytes(deps, snapshot.sha256)
  if (!bytes) return undefined
  const { url, kind, display_name: name, primary_domain: domain, aliases } = snapshot
  const context = { url, kind, vendor: { name, domain, aliases } }
  try {
    return (await deps.extractors.extract(bytes, snapshot.content_type, context, { tenant: INSTALLATION })).text
  } catch (error) {
    if (!(error instanceof DocumentTooHard)) throw error
    return undefined
  }
}

function whyNotShown({ warnings }: Snapshot, text: string | undefined): string | undefined {
  if (!text?.trim()) return 'no_text'
  if (warnings.includes('template_placeholder')) return 'template_placeholder'
  return speaksToModels(text) ? 'speaks_to_models' : undefined
}

const spendOf = ({ db, clock }: Deps, { limits }: Model, { vendorId }: ReadingOf) => {
  const day = dayOf(clock.now())
  return {
    take: () => takeCall(db, vendorId, day, limits),
    used: async (use: { tokens: number; failures: number }) => void (await addUse(db, vendorId, day, use)),
  }
}

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

async function keep(
  deps: Deps,
  of: ReadingOf,
  snapshot: Snapshot,
  text: string,
  { kept, outcomes, reason }: Outcome,
  evidence: readonly ClaimFacts[],
): Promise<void> {
  const now = deps.clock.now()
  const rows = kept.map((one) => ({
    ...rowOf(one, text),
    id: newId('mpr'),
    vendor_id: of.vendorId,
    source_id: snapshot.source_id,
    snapshot_id: of.snapshotId,
    model: of.model,
    proposed_at: now,
    verdict: verdictOf(one, evidence, kept),
    settled_at: now,
    decision: '' as const,
    decided_at: null,
  }))
  const isFinished = await transact(deps.db, async (tx) => {
    if (!(await finish(tx, of, { reason, outcomes }, now))) return false
    await insertProposals(tx, rows)
    await unwarn(tx, of.snapshotId)
    return true
  })
  if (!isFinished) return
  for (const [outcome, times] of Object.entries(outcomes))
    for (let i = 0; i < times; i++) deps.metrics?.modelProposal(outcome)
}

const rowOf = ({ start, end, ...claim }: Checked, text: string) => ({
  ...claim,
  snippet: text.slice(start, end),
  snippet_start: start,
  snippet_end: end,
  prefix: text.slice(Math.max(0, start - AROUND), start).replace(/^[\udc00-\udfff]/, ''),
  suffix: text.slice(end, end + AROUND).replace(/[\ud800-\udbff]$/, ''),
})

async function retryLater({ db, clock }: Deps, of: ReadingOf, error: unknown): Promise<void> {
  const now = clock.now()
  if (error instanceof BudgetSpent) return void (await postpone(db, of, 'budget_spent', now, untilTomorrow(now)))
  if (!(error instanceof ModelUnavailable)) throw error
  await postpone(db, of, UNAVAILABLE, now, LATER_MS)
  await warn(db, of.snapshotId)
}

const DAY_MS = 86_400_000
const untilTomorrow = (now: Date): number => DAY_MS - (now.getTime() % DAY_MS)
