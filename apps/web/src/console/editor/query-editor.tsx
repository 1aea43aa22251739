// The query editor. It owns its text; the page tells it when to replace the text.
import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useImperativeHandle, useRef } from 'react'
import type { ProblemDocument } from '../api.ts'
import type { Prefixes } from '../rdf/prefixes.ts'
import { offsetOf } from '../rdf/sparql-text.ts'
import { declare } from './declare.ts'
import { type EditorEvents, queryExtensions } from './setup.ts'

export interface EditorHandle {
  focus(): void
  /** Puts the cursor at the error. */
  goTo(problem: ProblemDocument): void
  /** Inserts a pattern such as `?s a foaf:Person .` and declares its prefixes. */
  insertPattern(line: string, prefixes: Prefixes): void
}

interface Properties {
  text: string
  /** The text is applied only when this changes; otherwise the editor may be ahead of the page. */
  round: number
  /** The error to mark in the text. */
  problem: ProblemDocument | undefined
  events: EditorEvents
  handle: React.Ref<EditorHandle>
}

export default function QueryEditor({ text, round, problem, events, handle }: Properties) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const now = useRef(events)
  now.current = events

  // biome-ignore lint/correctness/useExhaustiveDependencies: created once; the effects below update it
  useEffect(() => {
    const live: EditorEvents = {
      change: (changed) => now.current.change(changed),
      run: () => now.current.run(),
      cancel: () => now.current.cancel(),
      known: () => now.current.known(),
    }
    const state = EditorState.create({ doc: text, extensions: queryExtensions(live) })
    const made = new EditorView({ parent: place.current!, state })
    view.current = made
    return () => made.destroy()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: applying every text would undo what was typed in between
  useEffect(() => {
    const { current } = view
    if (!current || current.state.doc.toString() === text) return
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: text } })
  }, [round])

  useEffect(() => {
    const { current } = view
    if (current) current.dispatch(setDiagnostics(current.state, problem ? diagnosticsOf(current.state, problem) : []))
  }, [problem])

  useImperativeHandle(handle, () => ({
    focus: () => view.current?.focus(),
    goTo: (found) => {
      const { current } = view
      if (!current) return
      const { from } = placeOf(current.state, found)
      current.focus()
      current.dispatch({ selection: { anchor: from }, scrollIntoView: true })
    },
    insertPattern: (line, prefixes) => view.current && insertPattern(view.current, line, prefixes),
  }))

  return <div className="editor" ref={place} />
}

const diagnosticsOf = (state: EditorState, problem: ProblemDocument): Diagnostic[] => [
  { ...placeOf(state, problem), severity: 'error', message: problem.detail },
]

function placeOf(state: EditorState, { line = 1, column = 1, token = '' }: ProblemDocument) {
  const from = offsetOf(state.doc.toString(), line, column)
  const to = Math.min(state.doc.length, from + Math.max(1, token.length))
  // An error at the end of the text is marked at its last character.
  return from < to ? { from, to } : { from: Math.max(0, to - 1), to }
}

function insertPattern(view: EditorView, line: string, prefixes: Prefixes): void {
  const text = view.state.doc.toString()
  const { head } = view.state.selection.main
  const opened = (text.slice(0, head).match(/\{/g) ?? []).length - (text.slice(0, head).match(/\}/g) ?? []).length
  const end = text.lastIndexOf('}')
  const declarations = [...line.matchAll(/([\w-]+):[\w-]+/g)].flatMap(([name]) => declare(text, name, prefixes))
  const at = opened > 0 ? view.state.doc.lineAt(head).to : end < 0 ? text.length : end
  const whole = end < 0 && opened <= 0
  const insert = whole
    ? `${text.trim() ? '\n' : ''}SELECT *\nWHERE {\n  ${line}\n}\nLIMIT 100\n`
    : opened > 0
      ? `\n  ${line}`
      : `${text[at - 1] === '\n' ? '' : '\n'}  ${line}\n`
  const changes = view.state.changes([...declarations, { from: at, insert }])
  view.dispatch({
    changes,
    selection: { anchor: changes.mapPos(at, -1) + insert.trimEnd().length },
    scrollIntoView: true,
  })
  view.focus()
}
