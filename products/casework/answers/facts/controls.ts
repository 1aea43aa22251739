// The failing controls of the pack.
import { counted } from '../../model/counted.ts'
import { readScorecard } from '../../scorecard/read-scorecard.ts'
import { joined } from '../sentences.ts'
import { type Asking, type Material, step } from './asking.ts'
import { fillTemplate } from './template.ts'

export async function controls(asking: Asking): Promise<Material> {
  const { deps, scope, active, intent, projectId, caseId, sources } = asking
  const id = caseId ?? projectId
  const found = await readScorecard(deps, deps.ports, scope, {
    pack: active.pack.ref.id,
    scope: caseId ? 'case' : projectId ? 'project' : 'workspace',
    ...(id && { id }),
  })
  const failing = found.controls.filter(({ status }) => status === 'fail')
  const cites = sources.computed({
    title: `Scorecard of ${active.pack.title}`,
    query: `GET /control/scorecard?pack=${active.pack.ref.id}`,
    asOf: found.as_of,
    parts: [
      `${counted(failing.length, 'control fails', 'controls fail')}, ${found.summary.unknown} cannot be measured`,
      ...failing.map((control) => `${control.id} ${control.title}`),
    ],
  })
  const names = failing.length > 0 ? joined(failing.map(({ title }) => title)) : 'none'
  return {
    sentences: [
      ...fillTemplate(intent.template, { count: { text: failing.length, cites }, names: { text: names, cites } }),
      { text: `${found.summary.unknown} cannot be measured.`, cites },
    ],
    facts: [{ name: 'failing_controls', value: failing.length, citations: cites }],
    steps: [step('measure', 'Measured the controls', found.controls.length)],
  }
}
