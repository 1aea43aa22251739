// The systems of the customer's own names in records of projects.
import type { Db } from '@veritrace/platform/db/db'
import { type Home, homeOf } from '../model/artifacts.ts'
import type { Tables } from '../tables.ts'
import { findEstateHead } from './store.ts'
import type { Scope } from './tables.ts'

interface OfProject {
  project_id: string | null
}

/** The home of a record. A record of the whole workspace has no system. */
export async function homesOf(
  db: Db<Tables>,
  scope: Scope,
  rows: readonly OfProject[],
): Promise<(row: OfProject) => Home> {
  const systems = new Map<string | null, string | undefined>()
  for (const { project_id } of rows)
    if (project_id !== null && !systems.has(project_id))
      systems.set(project_id, (await findEstateHead(db, scope, project_id))?.system)
  return ({ project_id }) => homeOf(scope.tenant, systems.get(project_id))
}
