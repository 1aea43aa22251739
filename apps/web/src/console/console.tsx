// The query page.
import { useEffect, useMemo, useRef } from 'react'
import { Icon } from '../ui/icons.tsx'
import { later } from '../ui/later.tsx'
import { forgetKey } from './access/access.ts'
import { AccessCard, signInAddress } from './access/access-card.tsx'
import { writeAddress } from './address.ts'
import { Confirm } from './confirm.tsx'
import type { EditorHandle } from './editor/query-editor.tsx'
import type { Remedy } from './explain.ts'
import { Panel } from './panel/panel.tsx'
import { declaredIn, WELL_KNOWN } from './rdf/prefixes.ts'
import { withLimit } from './rdf/sparql-text.ts'
import { Results } from './results/results.tsx'
import { NamingContext } from './results/term.tsx'
import { Splitter, useHeight } from './splitter.tsx'
import { Toolbar } from './toolbar.tsx'
import { type Console, useConsole } from './use-console.ts'

const QueryEditor = later(
  () => import('./editor/query-editor.tsx'),
  ({ text }) => <pre className="editor-soon">{text}</pre>,
)

export function ConsolePage() {
  const page = useConsole()
  const { address, graph, access, cancel } = page
  const editor = useRef<EditorHandle>(null)
  const [height, setHeight] = useHeight(330)

  const { derived } = graph.terms
  const { context, scope: width, view } = address
  const declared = useMemo(() => declaredIn(address.query), [address.query])
  const prefixes = useMemo(() => ({ ...WELL_KNOWN, ...derived, ...declared }), [derived, declared])
  const naming = useMemo(() => {
    const there = { context, scope: width, view: view === 'raw' ? ('table' as const) : view }
    return { prefixes, describe: (iri: string) => writeAddress({ ...there, query: `DESCRIBE <${iri}>` }) }
  }, [prefixes, context, width, view])
  const scope = useMemo(
    () => (access.by === 'nothing' || !context ? undefined : { access, context, width }),
    [access, context, width],
  )

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) cancel()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [cancel])

  return (
    <NamingContext value={naming}>
      <div className="console">
        <Toolbar console={page} />
        <Panel
          scope={scope}
          stats={graph.stats}
          prefixes={prefixes}
          onInsert={(line) => editor.current?.insertPattern(line, prefixes)}
        />
        <div className="desk">
          <div className="query" style={{ '--height': `${height}px` } as React.CSSProperties}>
            <QueryEditor
              text={address.query}
              round={page.round}
              problem={problemIn(page)}
              handle={editor}
              events={{ change: page.draft, run: page.runNow, cancel, known: () => graph.terms }}
            />
          </div>
          <Splitter height={height} onChange={setHeight} />
          {access.by === 'nothing' ? (
            <AccessCard onEnter={page.enter} />
          ) : (
            <Results
              outcome={page.outcome}
              view={view}
              running={page.running}
              wide={width === 'workspace'}
              onView={page.look}
              onCancel={cancel}
              onRemedy={(remedy) => applyRemedy(page, editor.current, remedy)}
            />
          )}
        </div>
        <Actor page={page} />
      </div>
      {page.toConfirm && <Confirm asked={page.toConfirm} onAnswer={page.confirm} />}
    </NamingContext>
  )
}

/** The error to mark in the editor, as long as the text is the one that was sent. */
const problemIn = ({ outcome, address }: Console) =>
  outcome.kind === 'failed' && outcome.problem.line !== undefined && outcome.asked.text === address.query
    ? outcome.problem
    : undefined

function applyRemedy(page: Console, editor: EditorHandle | null, remedy: Remedy): void {
  const { outcome, address, runNow } = page
  const actions: Record<Remedy, () => void> = {
    limit: () => runNow({ query: withLimit(address.query, 1_000) }),
    workspace: () => page.move({ scope: 'workspace' }),
    again: () => runNow(),
    'sign-in': () => location.assign(signInAddress()),
    place: () => outcome.kind === 'failed' && editor?.goTo(outcome.problem),
  }
  actions[remedy]()
}

/** The identity that makes the calls. */
function Actor({ page: { access } }: { page: Console }) {
  if (access.by === 'nothing') return null
  const forget = () => {
    forgetKey()
    location.reload()
  }
  const { tenant, workspace } = access.by === 'key' ? access.key : access.acting
  return (
    <p className="actor">
      {access.by === 'key' ? (
        <>
          <Icon name="key" /> API key
        </>
      ) : (
        <>
          {access.acting.label}, {access.acting.role}
        </>
      )}{' '}
      in <code>{tenant}</code>
      {workspace !== tenant && (
        <>
          {' '}
          / <code>{workspace}</code>
        </>
      )}
      {access.by === 'key' && (
        <button type="button" className="more" onClick={forget}>
          Remove key
        </button>
      )}
    </p>
  )
}
