import { useQuery } from '@tanstack/react-query'
import type { Project } from '@veritrace/contract/casework/projects'
import { CornerDownLeft, Search, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Card } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { SearchInput } from '../../../ui/field.tsx'
import { Answer } from '../../shared/answer/answer.tsx'
import { useMe } from '../../shared/use-me.ts'
import { usePack } from '../../shared/use-pack.ts'
import { intentsOf, intentsQuery, useTarget } from '../../shared/use-target.ts'

const MAX_EXAMPLES = 3

/** Answers any question below the field, with sources. */
export function AskBox({ project }: { project?: Pick<Project, 'id' | 'pack'> | undefined }) {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const { packId } = useTarget()
  // If the project uses another pack than the page, that pack provides the examples.
  const other = project && packId && project.pack !== packId ? project.pack : undefined
  const { data } = useQuery(other ? intentsOf(other) : intentsQuery)
  const { pack } = usePack(other)
  const me = useMe()
  // While the role is loading the field is enabled, so that the page does not jump.
  const mayNot = me.data !== undefined && !me.data.may.includes('ask')
  const examples = (data?.items ?? [])
    .filter(({ available }) => available)
    .flatMap((intent) => intent.examples.slice(0, 1))
  const ask = (question: string) => {
    setText(question)
    setAsked(question.trim())
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    ask(text)
  }
  return (
    <div className="flex flex-col gap-3">
      <form aria-label="Ask" onSubmit={onSubmit} className="relative flex items-center gap-2">
        <Search aria-hidden className="pointer-events-none absolute left-3 size-4 text-ink-3" />
        <SearchInput
          value={text}
          onChange={({ target }) => setText(target.value)}
          aria-label="Ask about an object, a release, or your code"
          placeholder="Ask about an object, a release, or your code"
          className="h-10 pl-9 text-base"
          maxLength={4000}
          disabled={mayNot}
        />
        <Button variant="solid" size="lg" type="submit" disabled={!text.trim()}>
          Ask
          <CornerDownLeft />
        </Button>
      </form>
      {mayNot && <p className="text-xs text-ink-3">Your role is read-only and cannot ask questions.</p>}
      {other && pack && <p className="text-xs text-ink-3">Answers come from {pack.title}, the pack of this project.</p>}
      {!asked && !mayNot && examples.length > 0 && (
        <div className="flex flex-wrap items-center gap-1.5 text-xs text-ink-3">
          Try:
          {examples.slice(0, MAX_EXAMPLES).map((example) => (
            <Button
              key={example}
              size="sm"
              variant="ghost"
              className="max-sm:nth-[n+3]:hidden"
              onClick={() => ask(example)}
            >
              {example}
            </Button>
          ))}
        </div>
      )}
      {asked && (
        <Card className="px-4 py-3">
          <div className="mb-2 flex items-start gap-3">
            <h2 className="flex-1 text-base font-semibold">{asked}</h2>
            <Button variant="ghost" size="icon-sm" aria-label="Close the answer" onClick={() => setAsked('')}>
              <X />
            </Button>
          </div>
          <Answer key={asked} question={asked} project={project} />
        </Card>
      )}
    </div>
  )
}
