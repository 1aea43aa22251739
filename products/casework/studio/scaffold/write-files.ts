// Writes the files of a template from its values and from generated code.
import { createHash } from 'node:crypto'
import type { Scaffold, StudioInput } from '@veritrace/contract/casework/studio-shapes'
import { fail } from '@veritrace/platform/errors'
import type { Scope } from '../../model/space.ts'
import type { Pack } from '../../packs/pack.ts'
import { type Gap, markerOf } from '../abap/gap.ts'
import type { Studio } from '../deps.ts'
import { changeFile } from './change-file.ts'
import { FILLERS, type Filled, NOT_FILLED } from './fillers.ts'
import { gatherFacts } from './gather.ts'
import type { Values } from './params.ts'
import { render, renderPath, todosIn } from './render.ts'
import type { Template } from './templates.ts'

export type Made = Omit<Scaffold, 'checks' | 'lint'>
type File = Scaffold['files'][number]

export interface Written extends Pick<Filled, 'change' | 'implied' | 'missing'> {
  made: Made
}

interface Order {
  pack: Pack
  template: Template
  values: Values
  input?: StudioInput | undefined
  projectId?: string | undefined
}

export async function writeFiles(deps: Studio, scope: Scope, order: Order): Promise<Written> {
  const { template, values } = order
  const facts = await gatherFacts(deps, scope, order)
  const filled: Filled = template.filler ? FILLERS[template.filler](values, facts) : { ...NOT_FILLED, values }
  const { change, implied, missing } = filled
  return { made: fillTemplate(template, filled), implied, missing, ...(change && { change }) }
}

export function fillTemplate(template: Template, filled: Filled): Made {
  const { values, blocks, change } = filled
  const files = template.files.map(({ template: name, path, language, role }): File => {
    const place = renderPath(path, values)
    if (place === undefined) return fail('unacceptable', `${path} would lead outside the scaffold.`)
    return fileOf({ path: place, language, role, content: render(template.texts[name]!, values, language, blocks) })
  })
  if (change) files.push(fileOf(changeFile(change)))
  if (new Set(files.map(({ path }) => path)).size < files.length)
    fail('unacceptable', 'Two files would have the same path. Give them different names.')
  return {
    template_id: template.id,
    params: values,
    files,
    layout: template.layout,
    todo: files.flatMap(({ path, content }) => todosIn(content).map((todo) => ({ path, ...todo }))),
    notes_md: `## ${template.title}\n\n${template.description}\n\n${render(template.notes, values, 'markdown')}\n`,
    ...(template.filler && {
      gaps: filled.gaps.map((gap) => ({ ...gap, ...placeOf(gap, files) })),
      decisions: filled.decisions,
      basis: filled.basis,
      ...(filled.mapping && { mapping: filled.mapping }),
    }),
  }
}

const fileOf = (file: Omit<File, 'sha256'>): File => ({
  ...file,
  sha256: createHash('sha256').update(file.content).digest('hex'),
})

/** Prefers the marker in code to one in a document or a test. */
function placeOf(gap: Gap, files: readonly File[]): { path: string; line: number } {
  const roles: readonly File['role'][] = ['source', 'doc', 'test', 'metadata']
  const marker = markerOf(gap)
  for (const file of files.toSorted((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role))) {
    const line = file.content.split('\n').findIndex((row) => row.includes(marker))
    if (line >= 0) return { path: file.path, line: line + 1 }
  }
  return { path: files[0]!.path, line: 1 }
}
