// Tenants with clients of the studio, for tests.
import { type Generation, generations } from '@veritrace/contract/casework/generations'
import { type PipelineRequest, type StudioPlanRequest, studio } from '@veritrace/contract/casework/studio'
import type { Classification, Scaffold, StudioPlan } from '@veritrace/contract/casework/studio-shapes'
import { ApiError } from '@veritrace/contract/client'
import { evidenceTenant } from '../evidence/testing.ts'
import type { CaseworkApp } from '../testing.ts'

type Role = 'viewer' | 'member' | 'admin'

/** Reads a table that has one successor in the lists. */
export const ONE_SUCCESSOR = 'REPORT zone.\nSELECT vbeln FROM vbak INTO TABLE @DATA(orders).\n'

export async function studioTenant(app: CaseworkApp) {
  const tenant = await evidenceTenant(app)
  const headers = tenant.at()
  const calls = (role: Role = 'member') => app.client(studio, tenant.tenant, role)
  return {
    ...tenant,
    headers,
    calls,
    generations: (role: Role = 'member') => app.client(generations, tenant.tenant, role),
    classify: (input: object, more: object = {}): Promise<Classification> =>
      calls().classify({ body: { input, ...more } as never, headers }),
    plan: (body: Partial<StudioPlanRequest>): Promise<StudioPlan> => calls().plan({ body: body as never, headers }),
    scaffold: (template_id: string, params: object, more: object = {}): Promise<Scaffold> =>
      calls().scaffold({ body: { template_id, params, ...more } as never, headers }),
    pipeline: (body: Partial<PipelineRequest>): Promise<Generation> =>
      calls().pipeline({ body: body as never, headers }),
  }
}

export const refused = (status: number, code: string) => (error: unknown) =>
  error instanceof ApiError && error.status === status && error.code === code
