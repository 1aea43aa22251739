// The toolbar: context and scope, examples, history, and the run button.
import { Icon } from '../ui/icons.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import type { Width } from './address.ts'
import { DEMO_CLASS, DEMO_EXAMPLES, EXAMPLES, type Example } from './examples.ts'
import { clearHistory, titleOf } from './history.ts'
import { formOf, indent } from './rdf/sparql-text.ts'
import { CopyButton } from './results/copy-button.tsx'
import type { Console } from './use-console.ts'

export function Toolbar({ console: page }: { console: Console }) {
  const { address, runNow, put } = page
  return (
    <div className="toolbar">
      <h1>Query</h1>
      {page.access.by !== 'nothing' && <ScopePicker page={page} />}
      <div className="tools">
        <Menu label="Examples" icon="book" items={examplesOf(page)} />
        <Menu label="History" icon="clock" items={historyOf(page)} empty="Your queries in this browser appear here." />
        <button type="button" className="tool" onClick={() => put(indent(address.query))}>
          <Icon name="indent" />
          <span>Indent</span>
        </button>
        <CopyButton text={() => location.href} label="Copy link" icon="link" />
      </div>
      {page.running ? (
        // Ignores the second click of a double click on Run, which this button replaces.
        <button type="button" className="tool solid run" onClick={({ detail }) => detail < 2 && page.cancel()}>
          <Icon name="stop" />
          <span>Cancel</span>
          <kbd>Esc</kbd>
        </button>
      ) : (
        <button
          type="button"
          className="tool solid run"
          disabled={page.access.by === 'nothing'}
          onClick={() => runNow()}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          <Icon name="run" />
          <span>Run</span>
          <kbd>{/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘↵' : 'Ctrl ↵'}</kbd>
        </button>
      )}
    </div>
  )
}

function ScopePicker({ page: { address, contexts, move } }: { page: Console }) {
  const known = [...new Set([address.context, ...contexts])].filter(Boolean)
  return (
    <div className="where">
      <label>
        <span>Context</span>
        <select value={address.context} onChange={(event) => move({ context: event.target.value })}>
          {known.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        <span>Scope</span>
        <select value={address.scope} onChange={(event) => move({ scope: event.target.value as Width })}>
          <option value="context">This context</option>
          <option value="workspace">Whole workspace</option>
        </select>
      </label>
    </div>
  )
}

function examplesOf({ graph, runNow }: Console): MenuItem[] {
  const { stats } = graph
  const isDemo = stats.state === 'there' && stats.value.classes.some(({ iri }) => iri === DEMO_CLASS)
  const item = ({ title, text, view = undefined }: Example) => ({
    label: title,
    act: () => runNow({ query: text, view: view ?? 'table' }),
  })
  const group = (title: string, examples: readonly Example[]): MenuItem[] =>
    examples.map((example, index) => ({ ...item(example), ...(index === 0 && { group: title }) }))
  return [...(isDemo ? group('Demo data', DEMO_EXAMPLES) : []), ...group('Any graph', EXAMPLES)]
}

function historyOf({ past, setPast, runNow, put }: Console): MenuItem[] {
  if (past.length === 0) return []
  const items = past.map(({ text, at }) => ({
    label: titleOf(text),
    hint: new Date(at).toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
    act: () => (formOf(text) === 'update' ? put(text) : runNow({ query: text })),
  }))
  return [...items, { label: 'Clear history', group: 'This browser', act: () => setPast(clearHistory()) }]
}
