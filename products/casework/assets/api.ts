// Files generated from a project: the endpoints of contract/casework/assets.ts.
import { assets } from '@veritrace/contract/casework/assets'
import { implement } from '@veritrace/platform/implement'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import type { Planners } from '../planning/threads/planners.ts'
import { getProject } from '../projects/get-project.ts'
import { downloadAsset } from './download-asset.ts'
import { exportEvidence } from './export-evidence.ts'
import { exportFindings } from './export-findings.ts'
import type { ReportPorts } from './report/gather.ts'
import { writeReport } from './report/write-report.ts'
import { listAssets } from './store.ts'
import { viewAsset } from './view.ts'
import { latestPlan, writePlan } from './write-plan.ts'
import type { Writers } from './writing/writers.ts'

export const assetsApi = (deps: Casework & { planners: Planners }, ports: ReportPorts, writers: Writers) =>
  implement(assets, {
    list: async ({ params, query }, caller) => {
      const scope = scopeOf(caller)
      await getProject(deps.db, scope, params.id)
      const { items, next, total } = await listAssets(deps.db, scope, params.id, query)
      return { items: items.map(viewAsset), next, total }
    },
    report: ({ params, body, signal }, caller) =>
      writeReport(deps, ports, writers, caller, { projectId: params.id, asked: body, signal }),
    pdf: ({ params, body, signal }, caller) =>
      writeReport(deps, ports, writers, caller, { projectId: params.id, asked: { ...body, format: 'pdf' }, signal }),
    evidenceExport: ({ params, body }, caller) => exportEvidence(deps, ports, caller, params.id, body),
    findings: ({ params, body }, caller) => exportFindings(deps, caller, params.id, body),
    migrationPlan: ({ params, body }, caller) => writePlan(deps, caller, params.id, body),
    latestPlan: ({ params }, caller) => latestPlan(deps, scopeOf(caller), params.id),
    download: async ({ params, headers }, caller) => {
      const scope = scopeOf(caller)
      await getProject(deps.db, scope, params.id)
      const range = headers.range === undefined ? undefined : String(headers.range)
      return downloadAsset(deps, scope, { projectId: params.id, assetId: params.assetID, range })
    },
  })
