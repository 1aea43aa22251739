// How the lists of an artifact changed from one target to the next.
import type { Change } from '@veritrace/contract/casework/resolve'
import { resolveOne } from '../../resolve/resolve-one.ts'
import { joined } from '../sentences.ts'
import { type Asking, type Material, nothing, step } from './asking.ts'
import { fillTemplate } from './template.ts'

export async function changes(asking: Asking): Promise<Material> {
  const { deps, scope, active, target, intent, params, question, sources } = asking
  const q = params.name ?? question
  const asked = { q, target: target.profile_id, pack: active.pack.ref.id }
  const { resolution } = await resolveOne(deps, scope, asked)
  const { subject, history, citations } = resolution
  if (!subject || citations.length === 0) return nothing('resolve', 'Looked for the name in the lists of the target.')
  const numbers = citations.map((citation) => sources.add(citation))
  const lines = history.length > 0 ? history.map(changeText) : ['no change recorded in the lists']
  const counted = sources.computed({
    title: `Changes of ${subject.type} ${subject.name}`,
    query: `GET /resolve?q=${encodeURIComponent(`${subject.type}:${subject.name}`)}`,
    parts: [`${subject.type} ${subject.name}`, ...lines],
  })
  const cites = [...numbers.slice(0, 1), ...counted]
  return {
    sentences: fillTemplate(intent.template, {
      name: { text: subject.name, cites },
      change: { text: joined(lines), cites },
    }),
    subject,
    steps: [step('resolve', `Looked up ${subject.type} ${subject.name}`, 1)],
  }
}

const changeText = ({ profile_id, change, from, to }: Change): string =>
  `${change}${from ? ` from ${from}` : ''}${to ? ` to ${to}` : ''} in ${profile_id}`
