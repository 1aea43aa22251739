// What a text of shapes is about; refuses one that we cannot run.
import { type Caller, type Plan, planFor } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import { limitsFor } from '../sparql/rules.ts'
import type { Replies } from './threads/messages.ts'

export const checked = ({ validators }: Graph, caller: Caller, turtle: string): Promise<Replies['check']> =>
  validators.run(jobOf(caller), (ask) => ask({ do: 'check', turtle }))

/** How long the plan lets a validation take. */
export const timeOf = (caller: Caller): number => limitsFor(planFor(caller, 'graph'), undefined)!.timeoutMs

/** A validation as the plan lets it be. */
export const jobOf = (caller: Caller): { tenant: string; plan: Plan; timeoutMs: number } => ({
  tenant: caller.tenant,
  plan: planFor(caller, 'graph'),
  timeoutMs: timeOf(caller),
})
