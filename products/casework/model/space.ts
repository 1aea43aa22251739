// The scope of rows: a workspace of a tenant.
export interface Scope {
  tenant: string
  workspace: string
}

/** The space of a workspace's own data. */
export const spaceOf = ({ tenant, workspace }: Scope): string => `${tenant}/${workspace}`

/** The tenant of a space, or the space itself if it belongs to the installation. */
export const ownerOf = (space: string): string => space.split('/', 1)[0]!
