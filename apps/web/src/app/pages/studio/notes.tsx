import type { Scaffold, StudioPlan } from '@veritrace/contract/casework/studio-shapes'
import { Prose } from '../../shared/prose.tsx'

interface Props {
  plan: StudioPlan | undefined
  scaffold: Scaffold | undefined
}
/** Notes to read before using the files. */
export function Notes({ plan, scaffold }: Props) {
  const answered = plan?.decision_questions.filter(({ answer }) => answer !== undefined) ?? []
  // The Files tab shows the gaps.
  const todo = scaffold?.todo.filter(({ text }) => !text.startsWith('GAP(')) ?? []
  return (
    <div className="flex flex-col gap-4 px-4 py-3 text-sm">
      {scaffold?.notes_md && <Prose text={scaffold.notes_md} />}
      {todo.length > 0 && (
        <Part title="To do">
          {todo.map(({ path, line, text }) => (
            <li key={`${path} ${line} ${text}`}>
              {text}{' '}
              <span className="font-mono text-xs text-ink-3">
                {path}:{line}
              </span>
            </li>
          ))}
        </Part>
      )}
      {answered.length > 0 && (
        <Part title="Decisions">
          {answered.map(({ id, text, answer, choices }) => (
            <li key={id}>
              {text} <strong>{choices.find((choice) => choice.id === answer)?.label ?? answer}</strong>
            </li>
          ))}
        </Part>
      )}
      {plan && plan.warnings.length > 0 && (
        <Part title="Warnings">
          {plan.warnings.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </Part>
      )}
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section>
    <h3 className="label mb-1">{title}</h3>
    <ul className="flex list-disc flex-col gap-1 pl-5">{children}</ul>
  </section>
)
