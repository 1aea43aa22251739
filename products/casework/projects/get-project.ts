// Finds a project or fails: 404 if it does not exist in this workspace, 410 if it was deleted.
import type { Db } from '@veritrace/platform/db/db'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'
import { gone } from './gone.ts'
import { type CountedProject, findProject, lockProject } from './store.ts'

export async function getProject(db: Db<Tables>, scope: Scope, id: string): Promise<CountedProject> {
  const project = (await findProject(db, scope, id)) ?? notFound('project', id)
  return project.deleted_at ? gone(project) : project
}

/** A project that accepts new cases and files; 409 if it is archived. */
export const getActiveProject = async (db: Db<Tables>, scope: Scope, id: string): Promise<CountedProject> =>
  requireActive(await getProject(db, scope, id))

/** The same with a row lock until the transaction ends. Take this lock before that of any of its cases. */
export async function lockActiveProject(tx: Db<Tables>, scope: Scope, id: string): Promise<CountedProject> {
  const project = (await lockProject(tx, scope, id)) ?? notFound('project', id)
  return requireActive(project.deleted_at ? gone(project) : project)
}

const requireActive = (project: CountedProject): CountedProject =>
  project.status === 'active' ? project : fail('project_archived', `The project “${project.name}” is archived.`)
