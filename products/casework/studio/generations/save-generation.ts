// Saves a result that a client sends.
import type { Generation, NewGeneration } from '@veritrace/contract/casework/generations'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import { cutText } from '@veritrace/platform/text'
import { findCase } from '../../cases/store.ts'
import type { Casework } from '../../deps.ts'
import { scopeOf } from '../../model/scope.ts'
import type { Scope } from '../../model/space.ts'
import { targetOf } from '../../packs/packs.ts'
import { getProject } from '../../projects/get-project.ts'
import type { Studio } from '../deps.ts'
import { insertGeneration } from './store.ts'
import { recordGeneration, rowOf } from './store-generation.ts'
import { viewGeneration } from './view.ts'

const LONGEST_SUMMARY = 200

export async function saveGeneration(deps: Studio, caller: Caller, wanted: NewGeneration): Promise<Generation> {
  const scope = scopeOf(caller)
  const active = await deps.packs.of(scope, wanted.pack)
  const target = targetOf(active, wanted.target)
  const row = rowOf(deps, caller, {
    kind: wanted.kind,
    title: wanted.title,
    active,
    target,
    input: wanted.input,
    summary: cutText(JSON.stringify(wanted.input), LONGEST_SUMMARY),
    output: wanted.output,
    ...(await belongsTo(deps, scope, wanted)),
  })
  return transact(deps.db, async (tx) => {
    const inserted = await insertGeneration(tx, row)
    await recordGeneration(deps, tx, caller, row)
    return viewGeneration(inserted)
  })
}

/** The project and the case of a request. 404 if the caller cannot see them. */
export async function belongsTo(
  { db }: Pick<Casework, 'db'>,
  scope: Scope,
  named: { project_id?: string; case_id?: string },
): Promise<{ project_id: string | null; case_id: string | null }> {
  const project = named.project_id === undefined ? undefined : await getProject(db, scope, named.project_id)
  const found = named.case_id === undefined ? undefined : await findCase(db, scope, named.case_id)
  if (named.case_id !== undefined && !found) notFound('case', named.case_id)
  if (found?.deleted_at) fail('gone', `The case “${found.key}” was deleted.`)
  if (project && found?.project_id && found.project_id !== project.id) failOtherProject(found.key)
  return { project_id: project?.id ?? found?.project_id ?? null, case_id: found?.id ?? null }
}

const failOtherProject = (key: string): never =>
  fail('invalid_body', `The case “${key}” belongs to another project.`, {
    errors: [{ path: 'case_id', message: 'belongs to another project' }],
  })
