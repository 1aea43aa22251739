// A workspace with an investigated case, for tests of plans. Tests run the jobs explicitly.

import { bundles } from '@veritrace/contract/casework/bundles'
import { type CasePlan, casePlans, type PlanStep } from '@veritrace/contract/casework/case-plans'
import { cases } from '@veritrace/contract/casework/cases'
import { planReviews } from '@veritrace/contract/casework/plan-reviews'
import { planTransports } from '@veritrace/contract/casework/plan-transports'
import { planWebhooks } from '@veritrace/contract/casework/plan-webhooks'
import { type RecommendationDecision, recommendations } from '@veritrace/contract/casework/recommendations'
import { runs } from '@veritrace/contract/casework/runs'
import type { TestApp } from '@veritrace/platform/testing/app'
import { evidenceTenant } from '../evidence/testing.ts'
import { RUN } from '../model/run-order.ts'
import type { CaseworkApp } from '../testing.ts'

type Role = 'viewer' | 'reviewer' | 'member' | 'admin'

// VBAK is C with one successor, MARA C with many; I_SALESDOCUMENT is A.
const DEPENDENCIES = `from_type,from_name,from_package,to_type,to_name,access
PROG,ZORDERS,ZSD,TABL,VBAK,read
PROG,ZPRICES,ZSD,TABL,VBAK,read
PROG,ZPRICES,ZSD,TABL,MARA,read
`
/** The same objects after the fixes. */
export const FIXED = `from_type,from_name,from_package,to_type,to_name,access
PROG,ZORDERS,ZSD,CDS_STOB,I_SALESDOCUMENT,read
PROG,ZPRICES,ZSD,CDS_STOB,I_SALESDOCUMENT,read
`

export async function planTenant(app: CaseworkApp) {
  const tenant = await evidenceTenant(app)
  const client = <R extends Parameters<TestApp['client']>[0]>(resource: R, role: Role) =>
    app.client(resource, tenant.tenant, role)
  const headers = tenant.at()
  const { work } = app
  const runLatest = async (caseId: string): Promise<void> => {
    const { items } = await client(runs, 'viewer').list({ params: { id: caseId }, headers })
    await work(RUN, { tenant: tenant.tenant.id, workspace: 'main', run_id: items[0]!.id })
  }
  let projects = 0
  const project = async (): Promise<string> => {
    const name = `ERP ${++projects}`
    const { id } = await tenant.projects().create({ body: { name, system: { sid: 'PRD' } }, headers })
    await tenant.read(id, 'deps.csv', DEPENDENCIES, { kind: 'dependency_csv' })
    return id
  }
  const openCase = async (scope: object = { selector: { packages: ['ZSD'] } }, more: object = {}) => {
    const project_id = await project()
    const made = await client(cases, 'member').create({
      body: { title: 'Orders', project_id, scope, ...more },
      headers,
    })
    return { caseId: made.id, project_id }
  }
  const investigate = async (caseId: string): Promise<void> => {
    await client(runs, 'member').investigate({ params: { id: caseId }, body: { force: false }, headers })
    await runLatest(caseId)
  }
  const recommended = (caseId: string) => client(recommendations, 'viewer').list({ params: { id: caseId }, headers })
  const decide = (caseId: string, recId: string, body: RecommendationDecision) =>
    client(recommendations, 'member').decide({ params: { id: caseId, recId }, body, headers })
  const acceptAll = async (caseId: string): Promise<void> => {
    const { items } = await recommended(caseId)
    for (const { id } of items) await decide(caseId, id, { status: 'accepted' })
  }
  const plans = (role: Role = 'member') => client(casePlans, role)
  const step = async (
    plan: Pick<CasePlan, 'case_id' | 'id'>,
    body: PlanStep,
    role: Role = 'member',
    more: object = {},
  ) => plans(role).step({ params: { caseId: plan.case_id, planId: plan.id }, body, headers: { ...headers, ...more } })
  const review = (plan: Pick<CasePlan, 'case_id' | 'id'>, body: object, role: Role = 'reviewer') =>
    client(planReviews, role).add({
      params: { caseId: plan.case_id, planId: plan.id },
      body: { verdict: 'approve', body_md: '', ...body },
      headers,
    })
  const get = (plan: Pick<CasePlan, 'case_id' | 'id'>, role: Role = 'viewer') =>
    plans(role).get({ params: { caseId: plan.case_id, planId: plan.id }, headers })
  /** Investigates a case, accepts everything and drafts a plan. */
  const draft = async () => {
    const { caseId, project_id } = await openCase()
    await investigate(caseId)
    await acceptAll(caseId)
    const plan = await plans().generate({ params: { caseId }, body: undefined as never, headers })
    return { caseId, project_id, plan }
  }
  const approved = async () => {
    const { plan, ...rest } = await draft()
    await step(plan, { transition: 'submit' })
    await review(plan, {})
    return { ...rest, plan: (await step(plan, { transition: 'approve' }, 'reviewer')).plan }
  }
  const transports = (role: Role = 'member') => client(planTransports, role)
  const webhooks = (role: Role = 'member') => client(planWebhooks, role)
  return {
    ...{ ...tenant, headers, work, runLatest, openCase, investigate, acceptAll, plans, step, review, get, draft },
    ...{ approved, transports, webhooks, recommended, decide },
    cases: (role: Role = 'member') => client(cases, role),
    bundle: (id: string) => client(bundles, 'member').make({ params: { id }, body: { redact: false }, headers }),
    reviews: (role: Role = 'viewer') => client(planReviews, role),
  }
}
