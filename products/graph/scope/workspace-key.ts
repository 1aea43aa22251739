// The engine's key of a workspace; ids contain no spaces.
import type { Caller } from '@veritrace/platform/caller'

export const workspaceKey = ({ tenant, workspace }: Pick<Caller, 'tenant' | 'workspace'>): string =>
  `${tenant} ${workspace}`

export const tenantIn = (key: string): string => key.split(' ', 1)[0]!
