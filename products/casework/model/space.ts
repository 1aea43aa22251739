// Where rows belong: to a workspace of a tenant.
export interface Scope {
  tenant: string
  workspace: string
}

/** Where a workspace keeps what it brought itself. */
export const spaceOf = ({ tenant, workspace }: Scope): string => `${tenant}/${workspace}`

/** Its tenant, or the installation's own space. */
export const ownerOf = (space: string): string => space.split('/', 1)[0]!
