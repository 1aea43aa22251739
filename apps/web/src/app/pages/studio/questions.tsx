// Questions that the user must answer before the pipeline continues.
import type { DecisionQuestion } from '@veritrace/contract/casework/studio-shapes'
import { MessageCircleQuestionMark } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'

interface Props {
  questions: readonly DecisionQuestion[]
  busy: boolean
  onAnswer(answers: Record<string, string>): void
}
export function Questions({ questions, busy, onAnswer }: Props) {
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  const setAnswer = (id: string, answer: string) => setAnswers((was) => ({ ...was, [id]: answer }))
  const isComplete = questions.every(({ id }) => answers[id]?.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAnswer({ ...answers })
  }
  return (
    <form
      aria-label="Questions"
      onSubmit={submit}
      className="flex max-h-[60%] shrink-0 flex-col border-b bg-accent-soft"
    >
      <h2 className="flex items-center gap-2 px-4 pt-3 text-sm font-semibold">
        <MessageCircleQuestionMark aria-hidden className="size-4 text-accent" />
        {questions.length === 1 ? '1 decision needed' : `${questions.length} decisions needed`}
      </h2>
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-4 py-3">
        {questions.map((question) => (
          <Question key={question.id} question={question} value={answers[question.id] ?? ''} onAnswer={setAnswer} />
        ))}
      </div>
      <div className="border-t border-accent-line px-4 py-2">
        <Button type="submit" variant="solid" disabled={!isComplete} busy={busy}>
          Continue
        </Button>
      </div>
    </form>
  )
}

interface QuestionProps {
  question: DecisionQuestion
  value: string
  onAnswer(id: string, answer: string): void
}
function Question({ question: { id, text, choices, effect: effectText }, value, onAnswer }: QuestionProps) {
  // Hides an effect that only repeats the question.
  const effect = effectText.includes(text) ? undefined : effectText
  if (choices.length === 0)
    return (
      <Field label={text} hint={effect}>
        <Input value={value} onChange={({ target }) => onAnswer(id, target.value)} maxLength={2000} />
      </Field>
    )
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">{text}</legend>
      {choices.map((choice) => (
        <label key={choice.id} className="flex items-start gap-2 text-sm coarse:min-h-10">
          <input
            type="radio"
            name={id}
            value={choice.id}
            checked={value === choice.id}
            onChange={() => onAnswer(id, choice.id)}
            className="mt-1 accent-accent"
          />
          <span>
            {choice.label}
            {choice.effect && <span className="block text-xs text-ink-2">{choice.effect}</span>}
          </span>
        </label>
      ))}
      {effect && <p className="text-xs text-ink-2">{effect}</p>}
    </fieldset>
  )
}
