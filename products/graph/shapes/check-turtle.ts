// Checks the Turtle text of shapes. Rejects text that we cannot run.
import { type Caller, type Plan, planFor } from '@veritrace/platform/caller'
import type { Graph } from '../deps.ts'
import { limitsFor } from '../scope/query-limits.ts'
import type { Replies } from './threads/messages.ts'

export const checked = ({ validators }: Graph, caller: Caller, turtle: string): Promise<Replies['check']> =>
  validators.run(jobOf(caller), (ask) => ask({ do: 'check', turtle }))

/** The plan's time limit of a validation. */
export const timeOf = (caller: Caller): number => limitsFor(planFor(caller, 'graph'), undefined)!.timeoutMs

/** The job options that the plan grants. */
export const jobOf = (caller: Caller): { tenant: string; plan: Plan; timeoutMs: number } => ({
  tenant: caller.tenant,
  plan: planFor(caller, 'graph'),
  timeoutMs: timeOf(caller),
})
