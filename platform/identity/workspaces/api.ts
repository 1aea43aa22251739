// The endpoints of contract/workspaces.ts, for every product that keeps its data in workspaces.
import { workspaces } from '@veritrace/contract/workspaces'
import { implement } from '../../implement.ts'
import type { Workspaces } from './workspaces.ts'

export const workspacesApi = ({ workspaces: kept }: { workspaces: Workspaces }) =>
  implement(workspaces, {
    list: ({ query: { status, ...query } }, caller) => kept.list(caller, { ...(status && { status }) }, query),
    create: ({ body }, caller) => kept.create(caller, body),
    get: ({ params }, caller) => kept.get(caller, params.id),
    update: ({ params, body, ifVersion }, caller) => kept.rename(caller, params.id, body.name, ifVersion),
    archive: ({ params }, caller) => kept.archive(caller, params.id),
    restore: ({ params }, caller) => kept.restore(caller, params.id),
  })
