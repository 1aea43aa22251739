// Whose rows a call may see: those of one workspace, and what the installation shares with all.
import type { Caller } from '@veritrace/platform/identity/caller'

export interface Scope {
  tenant: string
  workspace: string
}

/** Where the installation keeps what it collects for everyone. */
export const SHARED = 'shared'

export const scopeOf = ({ tenant, workspace }: Caller): Scope => ({ tenant, workspace })
/** Where a workspace keeps what it brought itself. */
export const spaceOf = ({ tenant, workspace }: Scope): string => `${tenant}/${workspace}`
