// Creates a project, optionally with the sample estate of its pack.
import type { NewProject, Project } from '@veritrace/contract/casework/projects'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail } from '@veritrace/platform/errors'
import { newId, newSecret } from '@veritrace/platform/ids'
import type { Casework } from '../deps.ts'
import { actorOf } from '../model/actors.ts'
import { scopeOf } from '../model/scope.ts'
import { targetOf } from '../packs/packs.ts'
import { findProject, insertProject, isNameTaken } from '../projects/store.ts'
import { loadSample, prepareSample } from './load-sample.ts'
import { backwardsIn } from './rules.ts'
import { viewProject } from './view.ts'

export async function createProject(deps: Casework, caller: Caller, wanted: NewProject): Promise<Project> {
  const scope = scopeOf(caller)
  const active = await deps.packs.of(scope, wanted.pack)
  const target = targetOf(active, wanted.default_target)
  requireFreezes(wanted.freeze_periods)
  const id = newId('prj')
  const name = wanted.name.trim()
  const now = deps.clock.now()
  const sample = wanted.sample ? await prepareSample(deps, scope.tenant, id, active.pack) : []
  try {
    return await transact(deps.db, async (tx) => {
      await insertProject(tx, {
        id,
        tenant_id: scope.tenant,
        workspace_id: scope.workspace,
        name,
        description: wanted.description ?? null,
        pack_id: active.pack.ref.id,
        default_target: target.profile_id,
        system: wanted.system ? JSON.stringify(wanted.system) : null,
        status: 'active',
        owner: JSON.stringify(actorOf(caller)),
        tags: wanted.tags ?? [],
        freeze_periods: JSON.stringify(wanted.freeze_periods ?? []),
        keep_names: wanted.keep_names ?? false,
        pseudonym_key: newSecret(),
        created_at: now,
        updated_at: now,
        deleted_at: null,
      })
      await loadSample(deps, tx, caller, id, sample)
      await deps.events.record(tx, caller, {
        action: 'project.create',
        resource: { type: 'project', id, label: name },
        data: { pack: active.pack.ref.id, default_target: target.profile_id, sample: wanted.sample ?? false },
      })
      return viewProject((await findProject(tx, scope, id))!, 0)
    })
  } catch (error) {
    for (const { key } of sample) await deps.blobs.delete(key)
    throw isNameTaken(error) ? nameTaken(name) : error
  }
}

/** 422 for a period that ends before it starts. */
export function requireFreezes(periods: NewProject['freeze_periods']): void {
  const wrong = backwardsIn(periods)
  if (wrong) fail('invalid_body', `${wrong.path} ${wrong.message}.`, { errors: [wrong] })
}

export const nameTaken = (name: string): never =>
  fail('project_name_taken', `A project named “${name}” already exists.`, {
    errors: [{ path: 'name', message: 'is the name of another project' }],
  })
