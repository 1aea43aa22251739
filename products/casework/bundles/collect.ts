// The complete content of a case at this moment, as one immutable value.
import type { BundleRequest } from '@veritrace/contract/casework/bundles'
import type { Case } from '@veritrace/contract/casework/cases'
import type { Citation } from '@veritrace/contract/casework/shapes'
import { readSummary } from '../case-overview/read-summary.ts'
import { listItems } from '../case-plans/item-store.ts'
import { getBody, planOf } from '../case-plans/store.ts'
import { withProgress } from '../case-plans/view.ts'
import { showCase } from '../cases/create-case.ts'
import { listCaseEvidence } from '../cases/evidence-store.ts'
import type { CaseRow } from '../cases/tables.ts'
import { openPinned } from '../cases/view.ts'
import { viewEvidence } from '../cases/view-records.ts'
import type { Casework } from '../deps.ts'
import { digestOf } from '../model/digest.ts'
import type { Scope } from '../model/space.ts'
import { listAllRecommendations } from '../recommendations/store.ts'
import { viewRecommendation } from '../recommendations/view.ts'
import { findResults, finishedRun } from '../runs/store.ts'
import { viewRun } from '../runs/view.ts'
import { redactPeople } from './redact.ts'

const MAX_EVIDENCE = 5_000
const AT_ONCE = 200

export async function collectContent(
  deps: Casework,
  scope: Scope,
  theCase: CaseRow,
  { include, redact }: BundleRequest,
): Promise<Record<string, unknown> & { case: Pick<Case, 'title'> }> {
  const wants = (part: NonNullable<BundleRequest['include']>[number]): boolean => !include || include.includes(part)
  const run = await finishedRun(deps.db, scope, theCase.id)
  const results = run ? await findResults(deps.db, scope, run.id) : new Map<string, unknown>()
  const summary = await readSummary(deps, scope, theCase.id)
  const recommendations = (await listAllRecommendations(deps.db, scope, theCase.id))
    .filter(({ status }) => status !== 'superseded')
    .map(viewRecommendation)
  const evidence = wants('evidence') ? await listEvidence(deps, scope, theCase.id) : []
  const content = {
    case: await showCase(deps.db, scope, await openPinned(deps, scope), theCase.id),
    pack: { id: theCase.pack_id, version: theCase.pack_version, digest: theCase.pack_digest },
    ruleset: run?.inputs?.ruleset ?? null,
    audit_head: theCase.audit_head,
    run: run ? viewRun(run) : null,
    citations: citationsOf([
      ...summary.citations,
      ...(wants('recommendations') ? recommendations.flatMap((one) => one.citations) : []),
      ...evidence.map(({ citation }) => citation),
    ]),
    ...(wants('summary') && { summary }),
    ...(wants('resolutions') && { resolutions: results.get('rate') ?? null }),
    ...(wants('graph') && {
      graph: { patterns: results.get('cluster') ?? null, calls: results.get('traverse') ?? null },
    }),
    ...(wants('recommendations') && { recommendations }),
    ...(wants('plan') && { plan: await planIn(deps, scope, theCase) }),
    ...(wants('evidence') && { evidence }),
  }
  // Drop what JSON cannot represent before the digest is computed, because readers get the JSON.
  const plain = JSON.parse(JSON.stringify(content)) as typeof content
  return redact ? redactPeople(plain) : plain
}

async function planIn({ db }: Casework, scope: Scope, { id, current_plan_id }: CaseRow): Promise<unknown> {
  const plan = current_plan_id === null ? undefined : await planOf(db, scope, id, current_plan_id)
  if (!plan) return null
  const body = await getBody(db, scope, plan.id)
  const { headline, baselines, calibration, waves, lift_curve, assumptions, open_questions, citations } = body
  const rows = new Map((await listItems(db, scope, [plan.id])).map((row) => [row.item_id, row]))
  const items = body.items.map((item) => withProgress(item, rows.get(item.id)!))
  const { number, title, state, author, totals, inputs_digest, created_at } = plan
  return {
    ...{ id: plan.id, number, title, state, author, totals, inputs_digest, created_at },
    ...{ headline, baselines, calibration, items, waves, lift_curve, assumptions, open_questions, citations },
  }
}

async function listEvidence(deps: Casework, scope: Scope, caseId: string) {
  const all: ReturnType<typeof viewEvidence>[] = []
  let cursor = ''
  do {
    const query = { limit: AT_ONCE, ...(cursor && { cursor }) }
    const page = await listCaseEvidence(deps.db, scope, caseId, query, deps.clock.now())
    all.push(...page.items.map(viewEvidence))
    cursor = page.next
  } while (cursor !== '' && all.length < MAX_EVIDENCE)
  return all
}

/** Each source once, numbered. */
function citationsOf(citations: readonly Citation[]): Citation[] {
  const known = new Map<string, Citation>()
  for (const { n: _, ...citation } of citations) {
    const key = digestOf(citation)
    if (!known.has(key)) known.set(key, { ...citation, n: known.size + 1 })
  }
  return [...known.values()]
}
