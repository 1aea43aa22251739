// Files from a template of the pack, checked.
import { createHash } from 'node:crypto'
import type { Scaffold, ScaffoldRequest } from '@veritrace/contract/casework/studio'
import { fail } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import { type Scope, scopeOf } from '../../model/scope.ts'
import type { TargetProfile } from '../../packs/pack.ts'
import { type ActivePack, targetOf } from '../../packs/packs.ts'
import type { Studio } from '../deps.ts'
import { getGeneration } from '../generations/get-generation.ts'
import { keepGeneration } from '../generations/keep-generation.ts'
import { classificationOf } from '../plan/read-classified.ts'
import type { GenerationRow } from '../tables.ts'
import { checkFiles } from './check-files.ts'
import { deriveParams } from './derive-params.ts'
import { readParams, type Values } from './params.ts'
import { render, renderPath, todosIn } from './render.ts'
import { type Template, templateOf } from './templates.ts'

export async function scaffold(deps: Studio, caller: Caller, request: ScaffoldRequest): Promise<Scaffold> {
  const scope = scopeOf(caller)
  const row = request.generation_id === undefined ? undefined : await getGeneration(deps, scope, request.generation_id)
  const active = await deps.packs.of(scope, request.pack ?? row?.pack.id)
  const target = targetOf(active, request.target ?? row?.target.profile_id)
  const template = templateOf(active.pack, request.template_id)
  const { values, faults } = readParams(template, { ...derivedFrom(template, row), ...request.params })
  if (faults.length > 0)
    fail('unacceptable', 'Some parameters of the template are missing or do not fit.', { errors: faults })
  const made = fillTemplate(template, values)
  const output = await checked(deps, scope, { active, target }, template, made)
  if (!request.save) return output
  const { save: _, title, ...input } = request
  return keepGeneration(deps, caller, {
    kind: 'scaffold',
    title: title ?? `${template.title}: ${made.files[0]!.path}`,
    active,
    target,
    input,
    summary: `${template.title}, ${made.files.length} files`,
    output,
    ...(row && { project_id: row.project_id, case_id: row.case_id }),
  })
}

function derivedFrom(template: Template, row: GenerationRow | undefined): Values {
  const classification = row && classificationOf(row)
  return classification ? deriveParams(template, { classification }) : {}
}

export type Made = Omit<Scaffold, 'checks'>

export function fillTemplate(template: Template, values: Values): Made {
  const files = template.files.map(({ template: name, path, language, role }) => {
    const place = renderPath(path, values)
    if (place === undefined) return fail('unacceptable', `${path} would not be a path inside the scaffold.`)
    const content = render(template.texts[name]!, values, language)
    return { path: place, language, content, sha256: createHash('sha256').update(content).digest('hex'), role }
  })
  if (new Set(files.map(({ path }) => path)).size < files.length)
    fail('unacceptable', 'Two files would have the same path: give them different names.')
  return {
    template_id: template.id,
    params: values,
    files,
    layout: template.layout,
    todo: files.flatMap(({ path, content }) => todosIn(content).map((todo) => ({ path, ...todo }))),
    notes_md: `## ${template.title}\n\n${template.description}\n\n${render(template.notes, values, 'markdown')}\n`,
  }
}

export const checked = async (
  deps: Studio,
  scope: Scope,
  rated: { active: ActivePack; target: TargetProfile },
  template: Template,
  made: Made,
): Promise<Scaffold> => ({ ...made, checks: await checkFiles(deps, scope, rated, template, made) })
