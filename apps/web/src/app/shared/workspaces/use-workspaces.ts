// The workspaces of the tenant, and the one in the address.
import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Workspace } from '@veritrace/contract/workspaces'
import { acting } from '../../../session/acting.ts'
import { readAll } from '../../../shared/pages.ts'
import { api } from '../../api.ts'

const PAGE = 200
const LIST = ['workspaces']

/** The default workspace first, then the others by name. */
export const useWorkspaces = () =>
  useQuery({
    queryKey: LIST,
    queryFn: () => readAll((at) => api.workspaces.list({ query: { limit: PAGE, ...at } })),
    select: (all) => all.toSorted((a, b) => Number(b.own) - Number(a.own) || a.name.localeCompare(b.name)),
    staleTime: 60_000,
  })

/** The workspace of this page. If it does not exist, retrying is useless. */
export const useWorkspace = () =>
  useQuery({
    queryKey: ['workspace', acting?.workspace],
    queryFn: () => api.workspaces.get({ params: { id: acting!.workspace } }),
    enabled: acting !== undefined,
    retry: false,
    staleTime: 60_000,
  })

/** True if the tenant has more than one active workspace. */
export const useManyWorkspaces = (): boolean =>
  (useWorkspaces().data ?? []).filter(({ status }) => status === 'active').length > 1

export const changed = (queries: QueryClient): Promise<unknown> =>
  Promise.all([queries.invalidateQueries({ queryKey: LIST }), queries.invalidateQueries({ queryKey: ['workspace'] })])

/** Loads a new page: all data on this one belongs to the old workspace. */
export const openWorkspace = (id: string): void => location.assign(addressOf(id))
export const addressOf = (id: string): string => (id === acting?.home ? '/app/home' : `/app/home?workspace=${id}`)

/** Workspaces belong to the tenant, so its admins manage them; being an admin of casework is not enough. */
export const mayManage = acting?.role === 'admin' || acting?.role === 'owner'

/** “The lab 2” is called `the-lab-2` in addresses. */
export const idFor = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '')

export type { Workspace }
