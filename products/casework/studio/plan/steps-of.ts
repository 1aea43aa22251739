// Writes the steps of an option as text. Pure.
import type { StudioOption } from '@veritrace/contract/casework/studio-shapes'
import type { Action } from '../../packs/pack.ts'
import type { Approach } from './approaches.ts'
import type { OptionsInput, Treated } from './options.ts'
import { type Decided, lastOf } from './questions.ts'

export function stepsOf(input: OptionsInput, approach: Approach, treated: readonly Treated[]): StudioOption['steps'] {
  const { approaches, active, citationsOf } = input
  const nameOf = (id: string): string => active.pack.actions.find((action) => action.id === id)?.title ?? id
  if (treated.length === 0)
    return [
      {
        n: 1,
        text: `${nameOf(approaches.none.action)}: everything it uses is acceptable for the target.`,
        action_id: approaches.none.action,
        citations: [],
      },
    ]
  const numbers = (concerns: readonly Decided[]) => [...new Set(concerns.flatMap(citationsOf))].sort((a, b) => a - b)
  if (approach.whole) {
    const [{ action }] = treated as [Treated]
    const labels = treated.map(({ concern }) => concern.label)
    const text = `${action.title}: removes the use of ${labels.slice(0, 10).join(', ')}${labels.length > 10 ? ' and more' : ''}.`
    return [{ n: 1, text, action_id: action.id, citations: numbers(treated.map(({ concern }) => concern)) }]
  }
  return treated.map(({ concern, action }, at) => ({
    n: at + 1,
    text: `${action.title}: ${concern.label}${byWhat(concern, action)}${placesOf(concern)}.`,
    action_id: action.id,
    citations: numbers([concern]),
  }))
}

function byWhat(concern: Decided, action: Action): string {
  if (action.id !== concern.chosen.action.id) return ''
  const names = (concern.successor ? [concern.successor] : lastOf(concern)).map(
    ({ artifact, concept }) => concept ?? artifact.label,
  )
  if (names.length === 0) return ''
  return names.length === 1 ? ` with ${names[0]}` : ` with one or more of ${names.join(', ')}`
}

const placesOf = ({ sites, access }: Decided): string =>
  access === undefined ? '' : ` (${access}, ${sites === 1 ? 'one place' : `${sites} places`})`
