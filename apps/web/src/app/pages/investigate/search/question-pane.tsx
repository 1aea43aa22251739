import { Answer } from '../../../shared/answer/answer.tsx'
import { useMe } from '../../../shared/use-me.ts'
import { useProject } from '../../../shared/use-project.ts'
import { Verdict } from './verdict.tsx'

/** Answers a question with sources, and shows the verdict on the object in the question. */
export function QuestionPane({ question }: { question: string }) {
  const { project } = useProject()
  const { data: me } = useMe()
  return (
    <section aria-label="Answer" className="min-w-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-3xl flex-col gap-4 px-4 py-5">
        <h2 className="text-lg font-semibold">{question}</h2>
        {me?.may.includes('ask') && <Answer key={question} question={question} project={project} />}
        {me && !me.may.includes('ask') && (
          <p className="text-sm text-ink-2">
            Your role is read-only. Answers need the analyst role or higher. The lists’ verdict is below.
          </p>
        )}
        <div className="overflow-hidden rounded-lg border bg-surface">
          <Verdict q={question} />
        </div>
      </div>
    </section>
  )
}
