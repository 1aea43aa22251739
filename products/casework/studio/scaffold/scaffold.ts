// Generates files from a template of the pack, and checks them.

import type { ScaffoldRequest } from '@veritrace/contract/casework/studio'
import type { Scaffold } from '@veritrace/contract/casework/studio-shapes'
import type { Caller } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import { counted } from '../../model/counted.ts'
import { scopeOf } from '../../model/scope.ts'
import { targetOf } from '../../packs/packs.ts'
import type { Studio } from '../deps.ts'
import { storeGeneration } from '../generations/store-generation.ts'
import { checkScaffold } from './check-files.ts'
import { deriveParams } from './derive-params.ts'
import { type Origin, readOrigin } from './origin.ts'
import { readParams } from './params.ts'
import { type Template, templateOf } from './templates.ts'
import { writeFiles } from './write-files.ts'

export async function scaffold(deps: Studio, caller: Caller, request: ScaffoldRequest): Promise<Scaffold> {
  const scope = scopeOf(caller)
  const { generation_id, option_id } = request
  if (generation_id === undefined && option_id !== undefined) fail('unacceptable', 'option_id needs generation_id.')
  const origin = generation_id === undefined ? undefined : await readOrigin(deps, scope, generation_id, option_id)
  const active = await deps.packs.of(scope, request.pack ?? origin?.row.pack.id)
  const target = targetOf(active, request.target ?? origin?.row.target.profile_id)
  const template = templateOf(active.pack, request.template_id)
  const derived = origin?.classification
    ? deriveParams(template, { classification: origin.classification, answers: origin.answers })
    : {}
  const { values, faults } = readParams(template, { ...derived, ...request.params })
  refuse(faults)
  const { made, change, implied, missing } = await writeFiles(deps, scope, {
    pack: active.pack,
    template,
    values,
    input: origin?.input,
    projectId: origin?.row.project_id ?? undefined,
  })
  refuse(missing)
  const { checks, lint } = await checkScaffold(deps, scope, { active, target }, template, { made, change, implied })
  const output: Scaffold = {
    ...made,
    checks: [...checks, ...optionCheck(template, origin)],
    ...(lint && { lint }),
  }
  if (!request.save) return output
  const { save: _, title, ...input } = request
  return storeGeneration(deps, caller, {
    kind: 'scaffold',
    title: title ?? `${template.title}: ${made.files[0]!.path}`,
    active,
    target,
    input,
    summary: `${template.title}, ${counted(made.files.length, 'file')}`,
    output,
    ...(origin && { project_id: origin.row.project_id, case_id: origin.row.case_id }),
  })
}

function refuse(errors: readonly { path: string; message: string }[]): void {
  if (errors.length > 0)
    fail('unacceptable', 'Some parameters of the template are missing or invalid.', { errors: [...errors] })
}

function optionCheck({ id, title }: Template, origin: Origin | undefined): Scaffold['checks'] {
  const { option } = origin ?? {}
  if (!option) return []
  return option.template_ids.includes(id)
    ? [{ id: 'option', status: 'pass', message: `The template belongs to the option “${option.title}”.` }]
    : [{ id: 'option', status: 'warn', message: `${title} is not meant for the option “${option.title}”.` }]
}
