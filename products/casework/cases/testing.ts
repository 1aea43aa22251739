// A workspace with a project whose objects use a few artifacts of the sample lists, for tests of cases and runs.
import { bundles } from '@veritrace/contract/casework/bundles'
import { caseRecords } from '@veritrace/contract/casework/case-records'
import { type Case, cases, type NewCase } from '@veritrace/contract/casework/cases'
import { estimates } from '@veritrace/contract/casework/estimates'
import { recommendations } from '@veritrace/contract/casework/recommendations'
import { type Run, runs } from '@veritrace/contract/casework/runs'
import type { TestApp } from '@veritrace/platform/testing/app'
import { evidenceTenant } from '../evidence/testing.ts'
import { RUN, type RunOrder } from '../model/run-order.ts'
import type { CaseworkApp } from '../testing.ts'

type Role = 'viewer' | 'reviewer' | 'member' | 'admin'

// VBAK is C with one successor, MARA C with many, BSEG C; BAPI_MATERIAL_SAVEDATA is B; I_SALESDOCUMENT is A.
export const DEPENDENCIES = `from_type,from_name,from_package,to_type,to_name,access
PROG,ZORDERS,ZSD,TABL,VBAK,read
PROG,ZORDERS,ZSD,CDS_STOB,I_SALESDOCUMENT,read
PROG,ZPRICES,ZSD,TABL,VBAK,read
PROG,ZPRICES,ZSD,TABL,MARA,read
CLAS,ZCL_MATERIAL,ZMM,FUNC,BAPI_MATERIAL_SAVEDATA,call
CLAS,ZCL_VIEW,ZMM,CDS_STOB,I_SALESDOCUMENT,read
PROG,ZORDERS,ZSD,CLAS,ZCL_MATERIAL,call
`

export async function caseTenant(app: CaseworkApp) {
  const tenant = await evidenceTenant(app)
  const headers = tenant.at()
  const api = <R extends Parameters<TestApp['client']>[0]>(resource: R, role: Role = 'member') =>
    app.client(resource, tenant.tenant, role)

  const job = app.work
  const listRuns = (id: string) => api(runs).list({ params: { id }, query: { limit: 50 }, headers })
  const work = async ({ id, case_id }: Pick<Run, 'id' | 'case_id'>): Promise<Run> => {
    const order: RunOrder = { tenant: tenant.tenant.id, workspace: 'main', run_id: id }
    await job(RUN, order)
    return (await listRuns(case_id)).items.find((run) => run.id === id)!
  }

  return {
    ...tenant,
    headers,
    api,
    job,
    work,
    listRuns,
    cases: (role?: Role) => api(cases, role),
    records: () => api(caseRecords),
    estimates: () => api(estimates),
    bundles: () => api(bundles),
    project: async (name = 'ERP'): Promise<string> => {
      const { id } = await tenant.projects().create({ body: { name, system: { sid: 'PRD' } }, headers })
      await tenant.read(id, 'deps.csv', DEPENDENCIES, { kind: 'dependency_csv' })
      return id
    },
    /** Opens a case with the whole project as its scope. */
    open: (project_id: string, more: Partial<NewCase> = {}): Promise<Case> =>
      api(cases).create({ body: { title: 'Orders', project_id, scope: { selector: {} }, ...more }, headers }),
    get: (id: string): Promise<Case> => api(cases).get({ params: { id }, headers }),
    investigate: async (id: string, body: { force?: boolean; target?: string } = {}): Promise<Run> =>
      work(await api(runs).investigate({ params: { id }, body: { force: false, ...body }, headers })),
    recommended: (id: string, query: { status?: 'superseded' | 'done' } = {}) =>
      api(recommendations).list({ params: { id }, query: { limit: 50, ...query }, headers }),
    decide: (
      id: string,
      recId: string,
      body: Parameters<ReturnType<typeof app.client<typeof recommendations>>['decide']>[0]['body'],
    ) => api(recommendations).decide({ params: { id, recId }, body, headers }),
  }
}
