// Search by name or question: filters left, results in the middle, verdict right.
import { MAY } from '@veritrace/contract/casework/roles'
import { ListChecks, SearchX } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useWide } from '../../../../shared/use-wide.ts'
import { Button } from '../../../../ui/button.tsx'
import { Drawer } from '../../../../ui/dialog.tsx'
import { useKeys } from '../../../../ui/hotkeys.ts'
import { Empty } from '../../../../ui/states.tsx'
import { ProjectPicker } from '../../../shared/project-picker.tsx'
import { useMay } from '../../../shared/use-me.ts'
import { useAddress } from '../use-address.ts'
import { BulkResolve } from './bulk-resolve.tsx'
import { FacetMenu, Facets } from './facets.tsx'
import { QuestionPane } from './question-pane.tsx'
import { Results } from './results.tsx'
import { SearchBox } from './search-box.tsx'
import { useArtifacts } from './use-artifacts.ts'
import { Verdict } from './verdict.tsx'

/** Names have no spaces. Text with several words or a question mark is a question. */
const isQuestion = (q: string | undefined): boolean => q !== undefined && (/\?$/.test(q) || /\S\s+\S+\s+\S/.test(q))

/** Limit of the API. */
const MAX_NAME_LENGTH = 200

export default function SearchTab() {
  const { params, setParams } = useAddress()
  const isWide = useWide()
  const mayAsk = useMay(MAY.ask)
  const box = useRef<HTMLInputElement>(null)
  const [names, setNames] = useState('')
  const hasQuestion = isQuestion(params.q)
  const isTooLong = !hasQuestion && (params.q?.length ?? 0) > MAX_NAME_LENGTH
  const found = useArtifacts(params, params.view !== 'bulk' && !hasQuestion && !isTooLong)
  const open = params.open ?? (isWide && !hasQuestion ? firstOf(found.items, params.q) : undefined)
  const close = useCallback(() => setParams({ open: undefined }), [setParams])
  useKeys({ '/': () => box.current?.focus() })
  const openList = (given: string) => {
    setNames(given)
    setParams({ view: 'bulk' })
  }
  if (params.view === 'bulk') return <BulkResolve given={names} onLeave={() => setParams({ view: undefined })} />
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
        <SearchBox
          ref={box}
          key={params.q ?? ''}
          q={params.q ?? ''}
          onSearch={(q) => setParams({ q, open: undefined })}
          onList={openList}
        />
        <ProjectPicker />
        {!isWide && !hasQuestion && <FacetMenu facets={found.facets} />}
        <Button
          disabled={!mayAsk}
          title={mayAsk ? undefined : `Requires one of these roles: ${MAY.ask.join(', ')}`}
          onClick={() => openList('')}
        >
          <ListChecks />
          <span className="max-sm:sr-only">Look up list</span>
        </Button>
      </div>
      <div className="flex min-h-0 flex-1">
        {isWide && !hasQuestion && <Facets facets={found.facets} />}
        {hasQuestion ? (
          <QuestionPane question={params.q!} />
        ) : isTooLong ? (
          <Empty icon={SearchX} title="This name is too long">
            Names have at most {MAX_NAME_LENGTH} characters. Enter part of the name, or ask a question.
          </Empty>
        ) : (
          <Results found={found} open={open} />
        )}
        {isWide && open && (
          <aside
            aria-label="Verdict"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling regions must be reachable by keyboard
            tabIndex={0}
            className="w-[27rem] shrink-0 overflow-y-auto border-l bg-surface -outline-offset-2"
          >
            <Verdict q={open} />
          </aside>
        )}
      </div>
      {!isWide && (
        <Drawer open={params.open !== undefined} onOpenChange={(next) => !next && close()} title="Verdict">
          {params.open && <Verdict q={params.open} />}
        </Drawer>
      )}
    </>
  )
}

/** An exact match opens immediately. */
function firstOf(items: readonly { type: string; name: string }[], q: string | undefined): string | undefined {
  const wanted = q?.toUpperCase()
  const exact = items.find(({ type, name }) => name === wanted || `${type}:${name}` === wanted)
  return exact && `${exact.type}:${exact.name}`
}
