// Row types of the tables that casework uses; each slice adds its own.
import type { AccessTables } from './access/tables.ts'
import type { AnswerTables } from './answers/tables.ts'
import type { ArtifactTables } from './artifacts/tables.ts'
import type { AssetTables } from './assets/tables.ts'
import type { ReviewTables } from './case-plans/review-tables.ts'
import type { CasePlanTables } from './case-plans/tables.ts'
import type { TransportTables } from './case-plans/transport-tables.ts'
import type { CaseTables } from './cases/tables.ts'
import type { CollectorTables } from './corpus/tables.ts'
import type { DocumentTables } from './documents/tables.ts'
import type { EstateTables } from './estate/tables.ts'
import type { EvidenceTables } from './evidence/tables.ts'
import type { KnowledgeTables } from './knowledge/tables.ts'
import type { CorpusTables } from './model/tables.ts'
import type { PackTables } from './packs/tables.ts'
import type { PlanWebhookTables } from './plan-webhooks/tables.ts'
import type { PlanTables } from './planning/tables.ts'
import type { ProjectTables } from './projects/tables.ts'
import type { ReadinessTables } from './readiness/tables.ts'
import type { RecommendationTables } from './recommendations/tables.ts'
import type { RunTables } from './runs/tables.ts'
import type { ScorecardTables } from './scorecard/tables.ts'
import type { SignatureTables } from './signatures/tables.ts'
import type { StudioTables } from './studio/tables.ts'
import type { WorkTables } from './work/tables.ts'
export interface Tables
  extends AccessTables,
    AnswerTables,
    ArtifactTables,
    AssetTables,
    CasePlanTables,
    CaseTables,
    PlanWebhookTables,
    ReviewTables,
    TransportTables,
    CollectorTables,
    RecommendationTables,
    RunTables,
    DocumentTables,
    ReadinessTables,
    ScorecardTables,
    EstateTables,
    EvidenceTables,
    ProjectTables,
    CorpusTables,
    PackTables,
    KnowledgeTables,
    PlanTables,
    SignatureTables,
    StudioTables,
    WorkTables {}
