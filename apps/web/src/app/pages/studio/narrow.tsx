// The Studio in narrow windows: classify a text, and read earlier generations.
import { useMutation } from '@tanstack/react-query'
import { ArrowLeft, MonitorUp } from 'lucide-react'
import type { FormEvent } from 'react'
import { PageHead } from '../../../shared/page-head.tsx'
import { useSessionStorage } from '../../../shared/use-session-storage.ts'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Select, TextArea } from '../../../ui/field.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { api, explain } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { useAsking } from '../../shared/use-me.ts'
import { usePack } from '../../shared/use-pack.ts'
import { targetQuery, useTarget } from '../../shared/use-target.ts'
import { Analysis } from './analysis.tsx'
import { GenerationList } from './generation-list.tsx'
import { resultOf } from './result.ts'
import { Results } from './results.tsx'
import { KINDS } from './samples.ts'
import type { Draft } from './use-draft.ts'
import { useStudio } from './use-studio.ts'

export function Narrow() {
  const work = useStudio()
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
      <PageHead title="Studio" />
      <p className="flex items-start gap-2 rounded-lg border bg-sunken px-3 py-2.5 text-sm text-ink-2">
        <MonitorUp aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
        The full Studio needs a wider window. Here you can classify a text and read earlier generations.
      </p>
      {work.id ? (
        <Opened work={work} />
      ) : (
        <>
          <ClassifyBox />
          <Card>
            <CardHead title="History" />
            <GenerationList current={undefined} onShow={(id) => void work.show(id)} onDeleted={() => undefined} />
          </Card>
        </>
      )}
    </div>
  )
}

function ClassifyBox() {
  const [{ kind, content }, setDraft] = useSessionStorage('studio narrow', {
    kind: 'abap_source' as Draft['kind'],
    content: '',
  })
  const { id: target } = useTarget()
  const { codes } = usePack()
  const { may: mayAsk, whyNot } = useAsking()
  const classify = useMutation({
    mutationFn: () => api.studio.classify({ body: { input: { kind, content }, ...targetQuery(target), save: false } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    classify.mutate()
  }
  return (
    <>
      <form aria-label="Classify" onSubmit={submit} className="flex flex-col gap-3">
        <Field label="Kind">
          <Select
            value={kind}
            onChange={({ target: { value } }) => setDraft({ kind: value as Draft['kind'], content })}
          >
            {KINDS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Source">
          <TextArea
            className="min-h-40 font-mono"
            value={content}
            spellCheck={false}
            autoCapitalize="off"
            onChange={({ target: { value } }) => setDraft({ kind, content: value })}
          />
        </Field>
        <Button type="submit" variant="solid" size="lg" disabled={!mayAsk || !content.trim()} busy={classify.isPending}>
          Classify
        </Button>
        {whyNot && <p className="text-xs text-ink-3">{whyNot}</p>}
      </form>
      {classify.error && <ErrorState title="Could not classify the source" detail={explain(classify.error)} />}
      {classify.data && (
        <Card>
          <h2 className="sr-only">Analysis</h2>
          <Analysis classification={classify.data} codes={codes} />
        </Card>
      )}
    </>
  )
}

function Opened({ work }: { work: ReturnType<typeof useStudio> }) {
  const { codes } = usePack(work.generation?.pack.id)
  return (
    <>
      <Button className="self-start" onClick={() => void work.show(undefined)}>
        <ArrowLeft />
        All generations
      </Button>
      <Loaded query={work.query} failed="Could not load this generation">
        {(generation) => {
          const result = resultOf(generation)
          return (
            <>
              <h2 className="text-lg font-semibold break-words">{generation.title}</h2>
              {result.error && <ErrorState title="The generation failed" detail={result.error.detail} />}
              {result.classification && (
                <Card>
                  <Analysis classification={result.classification} codes={codes} />
                </Card>
              )}
              {(result.plan || result.scaffold) && (
                <Card className="flex flex-col">
                  <Results result={result} codes={codes} />
                </Card>
              )}
            </>
          )
        }}
      </Loaded>
    </>
  )
}
