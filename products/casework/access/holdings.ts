// What a member owns in casework, for the dialog that removes the member.
import type { Holder, Leaver, Successor } from '@veritrace/platform/identity/leaving/holding'
import { getCase } from '../cases/get-case.ts'
import { applyPatch } from '../cases/update-case.ts'
import type { Casework } from '../deps.ts'
import * as store from './holdings-store.ts'

const asOwner = ({ id, label }: Successor) => ({ kind: 'user', id, name: label }) as const

export const caseworkHoldings = (deps: Pick<Casework, 'clock' | 'events'>): readonly Holder[] => [
  {
    kind: 'case',
    title: 'Open cases',
    onRemoval: 'stays',
    list: store.listOpenCases,
    // One at a time, because each case records its new owner.
    handOver: async (tx, who, to, ids) => {
      const found = await store.findOpenCases(tx, who, ids)
      for (const { id, workspace_id } of found) {
        const caller = inWorkspace(who, workspace_id)
        const before = await getCase(tx, { tenant: who.tenant, workspace: workspace_id }, id)
        await applyPatch(deps, tx, caller, before, { owner: asOwner(to) }, {})
      }
      return found.length
    },
  },
  {
    kind: 'project',
    title: 'Projects',
    onRemoval: 'stays',
    list: store.listProjectsOf,
    handOver: (tx, who, to, ids) => store.giveProjects(tx, who, asOwner(to), ids),
  },
  {
    kind: 'case_webhook',
    title: 'Case webhooks',
    onRemoval: 'ends',
    list: store.listWebhooksOf,
    handOver: (tx, who, to, ids) => store.giveWebhooks(tx, who, asOwner(to), ids),
    end: (tx, who) => store.endWebhooks(tx, who, 'Its creator was removed from the workspace.'),
  },
]

function inWorkspace({ caller }: Leaver, workspace: string): Leaver['caller'] {
  const { context: _, ...rest } = caller
  return { ...rest, workspace }
}
