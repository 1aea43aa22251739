// The Studio in wide windows: input, analysis and results side by side, and the steps below.
import { useNavigate } from '@tanstack/react-router'
import { CircleStop, FilePlus2, History as HistoryIcon, ScanSearch } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Empty, ErrorState, SkeletonText } from '../../../ui/states.tsx'
import { explain } from '../../api.ts'
import { useAsking } from '../../shared/use-me.ts'
import { usePack } from '../../shared/use-pack.ts'
import { targetQuery, useTarget } from '../../shared/use-target.ts'
import { Analysis } from './analysis.tsx'
import { History } from './history.tsx'
import { InputPane } from './input-pane.tsx'
import { marksOf } from './lines.ts'
import { PipelineBar } from './pipeline-bar.tsx'
import { Questions } from './questions.tsx'
import { answersOf, inputOf } from './result.ts'
import { Results } from './results.tsx'
import type { SourceHandle } from './source-editor.tsx'
import { inputFrom, useDraft } from './use-draft.ts'
import { useStudio } from './use-studio.ts'

export function Workspace() {
  const work = useStudio()
  const draft = useDraft(work)
  const { generation, result, live, run } = work
  const { codes } = usePack(generation?.pack.id)
  const { id: target } = useTarget()
  const { may: mayAsk, whyNot } = useAsking()
  const navigate = useNavigate()
  const editor = useRef<SourceHandle>(null)
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)

  const input = inputFrom(draft.draft)
  const { classification } = result
  const isStopped = result.error?.code === 'cancelled'
  const marks = useMemo(() => (classification ? marksOf(classification, codes) : []), [classification, codes])
  const canRun = mayAsk && input !== undefined && !live.isRunning
  const title = draft.draft.title ?? draft.draft.filename
  const asked = { ...targetQuery(target), ...(title && { title }) }
  // A classification alone expires after a day; a full run is saved.
  const classify = () => canRun && void run({ input, ...asked, steps: ['classify'], save: false })
  const runAll = (more: { option_id?: string } = {}) => {
    if (!canRun) return
    const answers = generation && more.option_id ? answersOf(generation) : {}
    void run({ input, ...asked, ...more, answers, save: true })
    const tab = more.option_id ? 'files' : 'options'
    void navigate({ to: '/studio', search: (prev) => ({ ...prev, result: tab }), replace: true })
  }
  const { evidence } = draft.draft
  const canPick = canRun && evidence !== undefined && evidence.object === undefined
  const pick = (object: string) => {
    if (!evidence) return
    draft.pick(object)
    const of = { kind: 'evidence' as const, evidence_id: evidence.id, objects: [object] }
    void run({ input: of, ...asked, title: object, steps: ['classify'], save: false })
  }
  const before = generation ? inputOf(generation)?.content : undefined
  const hasChanged = classification !== undefined && before !== undefined && before !== draft.draft.text

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-11 items-center gap-3 border-b px-4 py-1.5">
        <h1 className="text-base font-semibold">Studio</h1>
        <span className="min-w-0 flex-1 truncate text-sm text-ink-2">{generation?.title}</span>
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            draft.clear()
            void work.show(undefined)
          }}
        >
          <FilePlus2 />
          New
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setIsHistoryOpen(true)}>
          <HistoryIcon />
          History
        </Button>
      </header>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1.15fr)_minmax(0,0.95fr)_minmax(0,1fr)] divide-x divide-line">
        <InputPane work={draft} marks={marks} codes={codes} onRun={classify} handle={editor} />
        <section aria-label="Analysis" className="flex min-h-0 min-w-0 flex-col">
          <div className="flex min-h-11 items-center gap-2 border-b px-4">
            <h2 className="text-sm font-semibold">Analysis</h2>
            {hasChanged && <span className="text-xs text-caution">The text has changed.</span>}
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto">
            {work.query.error ? (
              <ErrorState
                title="Could not load this generation"
                detail={explain(work.query.error)}
                onRetry={() => work.query.refetch()}
              />
            ) : result.error && !isStopped ? (
              <ErrorState title="The generation failed" detail={result.error.detail} />
            ) : classification ? (
              <Analysis
                classification={classification}
                codes={codes}
                onLine={draft.draft.evidence ? undefined : (line) => editor.current?.goTo(line)}
                onPick={canPick ? pick : undefined}
              />
            ) : live.isRunning || work.query.isLoading ? (
              <SkeletonText lines={8} />
            ) : isStopped ? (
              <Empty icon={CircleStop} title="Stopped">
                Your text is still in the editor. Run the steps again at any time.
              </Empty>
            ) : (
              <Empty icon={ScanSearch} title="No classification yet">
                Classify a source to see the level of each line, with reasons and sources.
              </Empty>
            )}
          </div>
        </section>
        <section aria-label="Results" className="flex min-h-0 min-w-0 flex-col">
          <h2 className="sr-only">Results</h2>
          {generation?.state === 'needs_input' && result.questions && (
            <Questions
              key={result.questions.map(({ id }) => id).join()}
              questions={result.questions}
              busy={live.isRunning}
              onAnswer={(answers) => void run({ generation_id: generation.id, answers, save: true })}
            />
          )}
          <Results
            result={result}
            codes={codes}
            isRunning={live.isRunning}
            onScaffold={canRun ? (option_id) => runAll({ option_id }) : undefined}
          />
        </section>
      </div>
      <PipelineBar
        steps={generation?.steps ?? []}
        live={live}
        gaps={result.scaffold?.gaps?.length ?? 0}
        canRun={canRun}
        note={whyNot}
        onClassify={classify}
        onAll={() => runAll()}
        onStop={() => void work.stop()}
      />
      <History open={isHistoryOpen} onOpenChange={setIsHistoryOpen} current={work.id} onShow={work.show} />
    </div>
  )
}
