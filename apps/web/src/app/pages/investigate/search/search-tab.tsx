// One box for names and questions; facets left, what was found in the middle, the verdict right.
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

/** A name has no spaces; whatever has some, or asks, is a question. */
const isQuestion = (q: string | undefined): boolean => q !== undefined && (/\?$/.test(q) || /\S\s+\S+\s+\S/.test(q))

/** As the list of objects takes it. */
const LONGEST_NAME = 200

export default function SearchTab() {
  const { words, say } = useAddress()
  const isWide = useWide()
  const mayAsk = useMay(MAY.ask)
  const box = useRef<HTMLInputElement>(null)
  const [names, setNames] = useState('')
  const asks = isQuestion(words.q)
  const isTooLong = !asks && (words.q?.length ?? 0) > LONGEST_NAME
  const found = useArtifacts(words, words.view !== 'bulk' && !asks && !isTooLong)
  const open = words.open ?? (isWide && !asks ? firstOf(found.items, words.q) : undefined)
  const close = useCallback(() => say({ open: undefined }), [say])
  useKeys({ '/': () => box.current?.focus() })
  const openList = (given: string) => {
    setNames(given)
    say({ view: 'bulk' })
  }
  if (words.view === 'bulk') return <BulkResolve given={names} onLeave={() => say({ view: undefined })} />
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
        <SearchBox
          ref={box}
          key={words.q ?? ''}
          q={words.q ?? ''}
          onSearch={(q) => say({ q, open: undefined })}
          onList={openList}
        />
        <ProjectPicker />
        {!isWide && !asks && <FacetMenu facets={found.facets} />}
        <Button
          disabled={!mayAsk}
          title={mayAsk ? undefined : `For ${MAY.ask.join(', ')}`}
          onClick={() => openList('')}
        >
          <ListChecks />
          <span className="max-sm:sr-only">A list</span>
        </Button>
      </div>
      <div className="flex min-h-0 flex-1">
        {isWide && !asks && <Facets facets={found.facets} />}
        {asks ? (
          <QuestionPane question={words.q!} />
        ) : isTooLong ? (
          <Empty icon={SearchX} title="That is too long for a name">
            A name has {LONGEST_NAME} characters at most. Write part of it, or ask a question in words.
          </Empty>
        ) : (
          <Results found={found} open={open} />
        )}
        {isWide && open && (
          <aside
            aria-label="Verdict"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reached by the keyboard
            tabIndex={0}
            className="w-[27rem] shrink-0 overflow-y-auto border-l bg-surface -outline-offset-2"
          >
            <Verdict q={open} />
          </aside>
        )}
      </div>
      {!isWide && (
        <Drawer open={words.open !== undefined} onOpenChange={(next) => !next && close()} title="Verdict">
          {words.open && <Verdict q={words.open} />}
        </Drawer>
      )}
    </>
  )
}

/** What is named exactly is opened at once. */
function firstOf(items: readonly { type: string; name: string }[], q: string | undefined): string | undefined {
  const wanted = q?.toUpperCase()
  const exact = items.find(({ type, name }) => name === wanted || `${type}:${name}` === wanted)
  return exact && `${exact.type}:${exact.name}`
}
