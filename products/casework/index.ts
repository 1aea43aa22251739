// The entry point of the product: its endpoints, jobs and migrations.
import type { Caller } from '@veritrace/platform/caller'
import { workspacesApi } from '@veritrace/platform/identity/workspaces/api'
import { openChat } from '@veritrace/platform/outside/chat'
import type { Product } from '@veritrace/platform/product'
import { accessApi } from './access/api.ts'
import { caseworkHoldings } from './access/holdings.ts'
import { openRoleOf } from './access/role-of.ts'
import { agreementApi } from './agreement/api.ts'
import { answersApi } from './answers/api.ts'
import { openAnswers } from './answers/ask.ts'
import { appPages } from './app/app-page.ts'
import { artifactsApi } from './artifacts/api.ts'
import { assetsApi } from './assets/api.ts'
import { openStoreFile } from './assets/store-asset.ts'
import { openWriters } from './assets/writing/writers.ts'
import { bundlesApi } from './bundles/api.ts'
import { casesApi } from './case-overview/api.ts'
import { casePorts, openDependents } from './case-overview/ports.ts'
import { casePlansApi } from './case-plans/api.ts'
import { openCopyPlan } from './case-plans/copy-plan.ts'
import { planFacts } from './case-plans/plan-facts.ts'
import { openVerifyPlan } from './case-plans/verify-plan.ts'
import { corpusApi } from './corpus/api.ts'
import { ensurePackGuidance } from './corpus/ensure-pack-guidance.ts'
import { ensureSample } from './corpus/ensure-sample.ts'
import { corpusJobs, refreshAtStart } from './corpus/jobs.ts'
import { decisionsApi } from './decisions/api.ts'
import type { Casework, CaseworkParts } from './deps.ts'
import { documentsApi } from './documents/api.ts'
import { estimatesApi } from './estimates/api.ts'
import { evidenceApi } from './evidence/api.ts'
import { evidenceJobs } from './evidence/jobs.ts'
import { openEvidenceReaders, openSourceReaders } from './evidence/reading/readers.ts'
import { guidanceApi } from './guidance/api.ts'
import { healthApi } from './health/api.ts'
import { knowledgeApi } from './knowledge/api.ts'
import { dueAtStart } from './knowledge/find-contexts.ts'
import { knowledgeJobs } from './knowledge/jobs.ts'
import { openKnowledge } from './knowledge/open-knowledge.ts'
import { GRAPH_OUTBOX } from './knowledge/outbox-store.ts'
import { noticesApi } from './notices/api.ts'
import { openCasework } from './open-casework.ts'
import { packsApi } from './packs/api.ts'
import type { RateNames } from './packs/compare-ratings.ts'
import { openOutgoing } from './plan-webhooks/address.ts'
import { planWebhooksApi } from './plan-webhooks/api.ts'
import { PLAN_DELIVERIES } from './plan-webhooks/delivery-store.ts'
import { planWebhookJobs } from './plan-webhooks/jobs.ts'
import { planningApi } from './planning/api.ts'
import { openPlanners } from './planning/threads/planners.ts'
import { projectsApi } from './project-admin/api.ts'
import { projectsJobs } from './project-admin/jobs.ts'
import { caseProjection } from './projections/case-projection.ts'
import { estateProjection } from './projections/estate-projection.ts'
import { lookUp } from './rating/look-up.ts'
import { readinessApi } from './readiness/api.ts'
import { recommendationsApi } from './recommendations/api.ts'
import { recommendationsJobs } from './recommendations/jobs.ts'
import { openRecommenders } from './recommendations/threads/recommenders.ts'
import { resolveApi } from './resolve/api.ts'
import { planReviewsApi } from './reviews/api.ts'
import { runsApi } from './runs/api.ts'
import { runsJobs } from './runs/jobs.ts'
import { scorecardApi } from './scorecard/api.ts'
import { studioApi } from './studio/api.ts'
import { PIPELINES } from './studio/generations/store.ts'
import { studioJobs } from './studio/jobs.ts'
import { openPipelines } from './studio/pipeline/pipelines.ts'
import { planTransportsApi } from './transports/api.ts'
import { traverseApi } from './traverse/api.ts'
import { workApi } from './work/api.ts'

export { loadPublishedLists } from './corpus/load-published-lists.ts'
export { packPublished } from './corpus/published/pack-lists.ts'
export type { Casework, CaseworkParts }

export const caseworkMigrations = { room: 'casework', folder: new URL('./migrations/', import.meta.url) }

export async function casework(parts: CaseworkParts): Promise<Product> {
  const deps = await openCasework(parts)
  const roleOf = openRoleOf(deps)
  deps.holders.push(...caseworkHoldings(deps))
  await ensureSample(deps)
  await ensurePackGuidance(deps)
  const rateNames: RateNames = async (scope, active, target, names) => {
    const known = await lookUp(deps, scope, active, target, names, { maxHops: 0 })
    return new Map([...known].map(([form, { rating, artifact }]) => [form, { code: rating.code, artifact }]))
  }
  const knowledge = openKnowledge(deps, [estateProjection(deps), caseProjection(deps)])
  const readers = openEvidenceReaders(deps)
  const planners = openPlanners(deps)
  const recommenders = openRecommenders(deps)
  const outgoing = openOutgoing(deps)
  const writers = openWriters(deps)
  const planDeps = { ...deps, roleOf, planners, outgoing, storeFile: openStoreFile(deps) }
  const aboutCases = casePorts(deps)
  const scorecardPorts = { ...aboutCases, cases: planFacts(deps), graph: knowledge.facts }
  const chat = openChat(deps.config.casework.model)
  const answering = openAnswers({ ...deps, planners, ports: scorecardPorts, chat })
  const projectPorts = {
    dependents: openDependents(deps),
    isAdmin: async (caller: Caller) => (await roleOf(caller)) === 'admin',
  }
  const sources = openSourceReaders(deps)
  const studio = { ...deps, sources, isAdmin: projectPorts.isAdmin }
  const pipelines = openPipelines(studio)
  return {
    name: 'casework',
    endpoints: [
      ...accessApi(deps, roleOf),
      ...healthApi(deps, knowledge.deps.graphs.isOn ? knowledge.ping : undefined),
      ...noticesApi(deps),
      ...decisionsApi(deps),
      ...projectsApi(deps, projectPorts),
      ...evidenceApi(deps),
      ...corpusApi(deps),
      ...workApi(deps),
      ...documentsApi(deps),
      ...guidanceApi(deps),
      ...resolveApi(deps),
      ...readinessApi(deps, aboutCases),
      ...agreementApi(deps),
      ...scorecardApi(deps, scorecardPorts),
      ...traverseApi(deps),
      ...knowledgeApi(knowledge.deps, knowledge.present),
      ...artifactsApi(deps, aboutCases),
      ...packsApi(deps, rateNames),
      ...answersApi(deps, answering),
      ...planningApi(deps, planners),
      ...casesApi(deps, { roleOf, copyPlan: openCopyPlan(planDeps) }),
      ...runsApi(deps),
      ...recommendationsApi(deps),
      ...estimatesApi({ ...deps, planners }),
      ...bundlesApi(deps),
      ...studioApi(studio, pipelines),
      ...casePlansApi(planDeps),
      ...planReviewsApi(planDeps),
      ...planTransportsApi(planDeps),
      ...planWebhooksApi(planDeps),
      ...assetsApi({ ...deps, planners }, scorecardPorts, writers),
      ...workspacesApi(deps.identity),
    ],
    jobs: [
      ...corpusJobs(deps),
      ...projectsJobs(deps),
      ...evidenceJobs({ ...deps, readers }),
      ...knowledgeJobs(knowledge.deps),
      ...planWebhookJobs(planDeps),
      ...runsJobs({ ...deps, recommend: recommenders.recommend, verifyPlan: openVerifyPlan(planDeps) }),
      ...recommendationsJobs(deps),
      ...studioJobs(studio, pipelines),
    ],
    leased: [GRAPH_OUTBOX, PIPELINES, PLAN_DELIVERIES],
    pages: appPages,
    roleOf,
    start: async () => {
      await refreshAtStart(deps)
      await dueAtStart(deps)
    },
    close: async () => {
      await writers.close()
      await chat?.close()
      await answering.close()
      await readers.close()
      await sources.close()
      await pipelines.close()
      await knowledge.close()
      await planners.close()
      await recommenders.close()
      await outgoing.close()
      await deps.documentReaders.close()
      await deps.packs.close()
    },
  }
}
