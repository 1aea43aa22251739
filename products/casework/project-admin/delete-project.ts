// Deletes a project, which can be restored for a while. Open cases are closed with `cascade`, or else prevent it.
import { RESTORABLE_DAYS } from '@veritrace/contract/casework/projects'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound, staleVersion } from '@veritrace/platform/errors'
import { deleteAssetsOf, listBlobsOf } from '../assets/store.ts'
import { dueGraphs } from '../cases/due-graphs.ts'
import type { Casework } from '../deps.ts'
import { evidencePrefix } from '../evidence/rules.ts'
import { scopeOf } from '../model/scope.ts'
import { gone } from '../projects/gone.ts'
import { deleteProjectRow, listUnrestorable, lockProject, updateProjectRow } from '../projects/store.ts'
import type { ProjectPorts } from './update-project.ts'

export async function deleteProject(
  deps: Casework,
  { dependents }: ProjectPorts,
  caller: Caller,
  id: string,
  cascade: boolean,
  ifVersion: number | undefined,
): Promise<undefined> {
  const scope = scopeOf(caller)
  await transact(deps.db, async (tx) => {
    const project = (await lockProject(tx, scope, id)) ?? notFound('project', id)
    if (project.deleted_at) gone(project)
    if (ifVersion !== undefined && ifVersion !== project.version) staleVersion('project', project.version)
    const open = (await dependents.openCases(tx, scope, [id])).get(id) ?? 0
    if (open > 0 && !cascade) fail('has_dependents', `This project has open cases: ${open}.`, { open_cases: open })
    if (open > 0) await dependents.closeCases(tx, caller, id)
    const now = deps.clock.now()
    await updateProjectRow(tx, scope, id, { deleted_at: now, updated_at: now })
    await dueGraphs(tx, scope, id, now)
    await deps.events.record(tx, caller, {
      action: 'project.delete',
      resource: { type: 'project', id, label: project.name },
      data: { closed_cases: open },
    })
  })
}

/** Deletes the files and then the rows of projects that can no longer be restored. */
export async function sweepProjects({ db, blobs, clock }: Casework): Promise<void> {
  const before = new Date(clock.now().getTime() - RESTORABLE_DAYS * 86_400_000)
  for (const { id, tenant_id, workspace_id } of await listUnrestorable(db, before)) {
    const scope = { tenant: tenant_id, workspace: workspace_id }
    for await (const { key } of blobs.list(evidencePrefix(tenant_id, id))) await blobs.delete(key)
    for (const key of await listBlobsOf(db, scope, id)) await blobs.delete(key)
    await deleteAssetsOf(db, scope, id)
    await deleteProjectRow(db, scope, id)
  }
}
