// Where rows belong: to a workspace of a tenant.
export interface Scope {
  tenant: string
  workspace: string
}

/** Where a workspace keeps what it brought itself. */
export const spaceOf = ({ tenant, workspace }: Scope): string => `${tenant}/${workspace}`
