// Whose system the own names are in that records of projects speak of.
import type { Db } from '@veritrace/platform/db/db'
import { type Home, homeOf } from '../model/artifacts.ts'
import type { Tables } from '../tables.ts'
import { findEstateHead } from './store.ts'
import type { Scope } from './tables.ts'

interface OfProject {
  project_id: string | null
}

/** A record of the whole workspace names no system. */
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
