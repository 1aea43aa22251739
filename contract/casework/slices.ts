// The slices of casework. They are separate from contract/index.ts so that the browser app does not load other products’ schemas.

import { workspaces } from '../workspaces.ts'
import { access } from './access.ts'
import { agreement } from './agreement.ts'
import { answers } from './answers.ts'
import { artifacts } from './artifacts.ts'
import { assets } from './assets.ts'
import { bundles } from './bundles.ts'
import { casePlans } from './case-plans.ts'
import { caseRecords } from './case-records.ts'
import { cases } from './cases.ts'
import { corpus } from './corpus.ts'
import { decisions } from './decisions.ts'
import { documents } from './documents.ts'
import { estimates } from './estimates.ts'
import { evidence as projectEvidence } from './evidence.ts'
import { generations } from './generations.ts'
import { graphProjection } from './graph.ts'
import { guidance } from './guidance.ts'
import { caseworkHealth } from './health.ts'
import { caseJobs } from './jobs.ts'
import { notices } from './notices.ts'
import { packs } from './packs.ts'
import { plan } from './plan.ts'
import { planReviews } from './plan-reviews.ts'
import { planTransports } from './plan-transports.ts'
import { planWebhooks } from './plan-webhooks.ts'
import { projects } from './projects.ts'
import { readiness } from './readiness.ts'
import { recommendations } from './recommendations.ts'
import { resolve } from './resolve.ts'
import { runs } from './runs.ts'
import { scorecard } from './scorecard.ts'
import { studio } from './studio.ts'
import { traverse } from './traverse.ts'

export const caseworkSlices = {
  studio,
  generations,
  agreement,
  answers,
  artifacts,
  assets,
  corpus,
  caseJobs,
  decisions,
  documents,
  guidance,
  graphProjection,
  resolve,
  traverse,
  scorecard,
  readiness,
  packs,
  plan,
  projects,
  projectEvidence,
  access,
  caseworkHealth,
  notices,
  cases,
  caseRecords,
  runs,
  recommendations,
  estimates,
  bundles,
  casePlans,
  planReviews,
  planTransports,
  planWebhooks,
  workspaces,
} as const
