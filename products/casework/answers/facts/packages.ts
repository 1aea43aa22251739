// The packages of an estate, sorted by the most or the least left to do.
import { counted } from '../../model/counted.ts'
import { readReadiness } from '../../readiness/read-readiness.ts'
import type { Sentence } from '../check.ts'
import { type Asking, type Material, nothing, PROJECT_NEEDED, step } from './asking.ts'
import { fillTemplate } from './template.ts'

const MAX_SHOWN = 10
const BEST_FIRST = /^(?:best|clean|ready|good|healthi)/i

export async function packages(asking: Asking): Promise<Material> {
  const { deps, scope, active, target, intent, params, projectId, caseId, sources } = asking
  const found = await readReadiness(deps, deps.ports, scope, {
    ...(caseId ? { case_id: caseId } : projectId ? { project_id: projectId } : {}),
    pack: active.pack.ref.id,
    target: target.profile_id,
    group_by: 'package',
    include: 'groups',
  })
  const { groups = [], inputs } = found
  if (groups.length === 0) return nothing('measure', 'No package was found.', projectId ? [] : [PROJECT_NEEDED])
  const isBestFirst = BEST_FIRST.test(params.order ?? '')
  const left = ({ objects, acceptable }: (typeof groups)[number]) => objects - acceptable.objects
  const ordered = groups.toSorted((a, b) =>
    isBestFirst ? b.acceptable.share - a.acceptable.share || b.objects - a.objects : left(b) - left(a),
  )
  const texts = ordered
    .slice(0, MAX_SHOWN)
    .map(({ group, objects, acceptable }) => `${group} (${acceptable.objects} of ${objects})`)
  const cites = sources.computed({
    title: 'Packages of the project',
    query: `GET /clean-core/readiness?group_by=package&target=${encodeURIComponent(target.profile_id)}`,
    evidence: inputs.evidence_ids[0],
    parts: [counted(groups.length, 'package'), target.label, ...texts],
  })
  const value = (text: string | number) => ({ text, cites })
  const rest = ordered.length - texts.length
  const list: Sentence = {
    text: `Objects that are acceptable for ${target.label}, ${isBestFirst ? 'best package' : 'package with the most left to do'} first: ${texts.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`,
    cites,
  }
  return {
    sentences: fillTemplate(intent.template, { count: value(counted(groups.length, 'package')), packages: [list] }),
    facts: [{ name: 'packages', value: groups.length, citations: cites }],
    steps: [step('measure', 'Measured the packages', groups.length)],
  }
}
