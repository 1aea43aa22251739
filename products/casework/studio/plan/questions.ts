// Which decisions people have to make, and what their answers change. Pure.
import type { DecisionQuestion } from '@veritrace/contract/casework/studio-shapes'
import { shortForm } from '../../model/artifacts.ts'
import type { Successor } from '../../rating/known.ts'
import type { Concern } from './concerns.ts'

/** A concern after its question was answered, with the chosen successor if there is one. */
export type Decided = Concern & { successor?: Successor; isOpen: boolean }

interface Asked {
  concerns: Decided[]
  questions: DecisionQuestion[]
  /** Answers that match no choice, with the question's id. */
  wrong: { id: string; choices: string[] }[]
}

export function applyAnswers(concerns: readonly Concern[], answers: Readonly<Record<string, string>>): Asked {
  const asked: Asked = { concerns: [], questions: [], wrong: [] }
  for (const concern of concerns) {
    const question = questionOf(concern)
    if (!question) {
      asked.concerns.push({ ...concern, isOpen: false })
      continue
    }
    const answer = answers[question.id]
    const isKnown = question.choices.some(({ id }) => id === answer)
    if (answer !== undefined && !isKnown)
      asked.wrong.push({ id: question.id, choices: question.choices.map(({ id }) => id) })
    asked.questions.push({ ...question, ...(isKnown && { answer }) })
    asked.concerns.push(isKnown ? decided(concern, answer!) : { ...concern, isOpen: true })
  }
  return asked
}

function questionOf(concern: Concern): DecisionQuestion | undefined {
  const { chosen, label, key } = concern
  if (!chosen.needs_decision) return undefined
  const successors = lastOf(concern)
  const actions = successors.length > 0 ? chosen.alternatives : [chosen.action, ...chosen.alternatives]
  return {
    id: `choose:${key}`,
    text: `${label}: ${chosen.needs_decision.question}`,
    choices: [
      ...successors.map((successor) => ({
        id: choiceOf(successor),
        label: successor.concept ?? successor.artifact.label,
        effect: `${chosen.action.title}: ${label} with ${successor.concept ?? successor.artifact.label}, ${levelOf(successor)}.`,
      })),
      ...actions.map(({ id, title, description }) => ({
        id: `action:${id}`,
        label: title,
        effect: description,
      })),
    ],
    effect: `How ${label} is handled, and therefore effort and risk.`,
  }
}

const levelOf = ({ relation, code }: Successor): string => (relation === 'concept' ? 'a concept' : `level ${code}`)

export const lastOf = ({ known }: Pick<Concern, 'known'>): Successor[] =>
  (known?.successors ?? []).filter(({ terminal }) => terminal)

const choiceOf = ({ named, concept }: Successor): string =>
  concept === undefined ? `successor:${shortForm(named)}` : `concept:${concept}`

function decided(concern: Concern, answer: string): Decided {
  const { chosen } = concern
  const action = chosen.alternatives.find(({ id }) => `action:${id}` === answer) ?? chosen.action
  const successor = lastOf(concern).find((one) => choiceOf(one) === answer)
  return {
    ...concern,
    chosen: { action, alternatives: [], rule: chosen.rule, why: chosen.why },
    ...(successor && { successor }),
    isOpen: false,
  }
}
