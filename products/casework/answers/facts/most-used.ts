// The artifacts that an estate uses most.
import { estateOf } from '../../estate/estate-of.ts'
import { counted } from '../../model/counted.ts'
import { isOwnName } from '../../rating/own-names.ts'
import { type Asking, type Material, nothing, PROJECT_NEEDED, step } from './asking.ts'
import { typeOfPlural } from './plural-types.ts'
import { fillTemplate } from './template.ts'

const MAX_SHOWN = 10

export async function mostUsed(asking: Asking): Promise<Material> {
  const { deps, scope, active, intent, params, projectId, sources } = asking
  if (!projectId) return nothing('usage', 'No project is selected.', [PROJECT_NEEDED])
  const { references, uses, evidence_ids } = await estateOf(deps, scope, projectId)
  const type = params.type && typeOfPlural(active.pack, params.type)
  const users = references.map(() => new Set<number>())
  for (let at = 0; at < uses.to.length; at++) users[uses.to[at]!]!.add(uses.from[at]!)
  const found = references
    .map(({ type, name }, place) => ({ type, name, users: users[place]!.size }))
    .filter((one) => one.users > 0 && (!type || one.type === type) && !isOwnName(active.pack, one.name))
    .toSorted((a, b) => b.users - a.users || (a.name < b.name ? -1 : 1))
  if (found.length === 0) return nothing('usage', 'The objects of the project use nothing outside it.')
  const texts = found
    .slice(0, MAX_SHOWN)
    .map(({ type, name, users }) => `${type} ${name} (${counted(users, 'object')})`)
  const objects = `${counted(found.length, 'object')}${type ? ` of type ${type}` : ''}`
  const cites = sources.computed({
    title: 'External references of the project',
    query: `GET /artifacts?project_id=${projectId}`,
    evidence: evidence_ids[0],
    parts: [objects, ...texts],
  })
  return {
    sentences: fillTemplate(intent.template, {
      count: { text: objects, cites },
      references: [{ text: `Most used: ${texts.join(', ')}.`, cites }],
    }),
    facts: [{ name: 'references', value: found.length, citations: cites }],
    steps: [step('usage', 'Counted the external references of the project', found.length)],
  }
}
