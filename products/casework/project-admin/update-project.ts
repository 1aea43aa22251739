// Applies a merge patch to a project. An admin can also restore a deleted project with it.

import type { Project, ProjectPatch, ProjectSystem } from '@veritrace/contract/casework/projects'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound, staleVersion } from '@veritrace/platform/errors'
import { mergePatch } from '@veritrace/platform/merge-patch'
import { dueGraphs } from '../cases/due-graphs.ts'
import type { Casework } from '../deps.ts'
import { reparseUnfinished } from '../evidence/update-evidence.ts'
import { scopeOf } from '../model/scope.ts'
import { targetOf } from '../packs/packs.ts'
import type { Dependents } from '../projects/dependents.ts'
import { gone } from '../projects/gone.ts'
import { type CountedProject, findProject, isNameTaken, lockProject, updateProjectRow } from '../projects/store.ts'
import { nameTaken, requireFreezes } from './create-project.ts'
import { viewProject } from './view.ts'

/** What changes of a project need from other slices. */
export interface ProjectPorts {
  dependents: Dependents
  isAdmin(caller: Caller): boolean | Promise<boolean>
}

export async function updateProject(
  deps: Casework,
  ports: ProjectPorts,
  caller: Caller,
  id: string,
  patch: ProjectPatch,
  ifVersion: number | undefined,
): Promise<Project> {
  const scope = scopeOf(caller)
  const isAdmin = await ports.isAdmin(caller)
  const known = (await findProject(deps.db, scope, id)) ?? notFound('project', id)
  requireFreezes(patch.freeze_periods)
  if (patch.default_target) targetOf(await deps.packs.of(scope, known.pack_id), patch.default_target)
  try {
    return await transact(deps.db, async (tx) => {
      const project = (await lockProject(tx, scope, id)) ?? notFound('project', id)
      if (ifVersion !== undefined && ifVersion !== project.version) staleVersion('project', project.version)
      if (project.deleted_at && !(isAdmin && patch.status === 'active')) gone(project)
      const columns = columnsOf(project, patch)
      await updateProjectRow(tx, scope, id, { ...columns, deleted_at: null, updated_at: deps.clock.now() })
      // Names of objects contain the system, so a new system changes them.
      if (project.deleted_at || patch.system !== undefined) await dueGraphs(tx, scope, id, deps.clock.now())
      if (project.deleted_at) await reparseUnfinished(deps, tx, scope, id)
      const changed = (await findProject(tx, scope, id))!
      const open = await ports.dependents.openCases(tx, scope, [id])
      await deps.events.record(tx, caller, {
        action: project.deleted_at ? 'project.restore' : 'project.update',
        resource: { type: 'project', id, label: changed.name },
        changes: changesBetween(project, changed, patch),
      })
      return viewProject(changed, open.get(id) ?? 0)
    })
  } catch (error) {
    throw isNameTaken(error) ? nameTaken(patch.name ?? known.name) : error
  }
}

const columnsOf = (known: CountedProject, { system, freeze_periods, name, ...fields }: ProjectPatch) => ({
  ...fields,
  ...(name !== undefined && { name: name.trim() }),
  ...(system !== undefined && {
    system: system && JSON.stringify(wholeSystem(known, system)),
    former_systems: formerSystems(known),
  }),
  ...(freeze_periods !== undefined && { freeze_periods: JSON.stringify(freeze_periods) }),
})

/** Former systems are kept so that ids of objects from before a rename remain valid. */
const formerSystems = ({ system, former_systems }: CountedProject): string[] =>
  [...new Set([...former_systems, ...(system ? [system.sid] : [])])].slice(-MAX_FORMER)
const MAX_FORMER = 20

function wholeSystem({ system }: CountedProject, patch: NonNullable<ProjectPatch['system']>): ProjectSystem {
  const { sid, ...more } = mergePatch<ProjectSystem>(system, patch)
  if (sid !== undefined) return { sid, ...more }
  const missing = { path: 'system.sid', message: 'is required' }
  return fail('invalid_body', `${missing.path} ${missing.message}.`, { errors: [missing] })
}

const changesBetween = (before: CountedProject, after: CountedProject, patch: ProjectPatch) =>
  (Object.keys(patch) as (keyof ProjectPatch)[]).map((field) => ({ field, from: before[field], to: after[field] }))
