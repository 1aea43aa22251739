// The source editor, in a separate chunk. It owns its text until the page replaces it.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { useEffect, useImperativeHandle, useRef } from 'react'
import { abap } from './abap.ts'
import '../../../ui/editor.css'
import './editor.css'
import { levelGutter, showMarks } from './level-gutter.ts'
import type { LineMark } from './lines.ts'

export interface SourceHandle {
  goTo(line: number): void
}
interface Props {
  text: string
  /** The editor takes over `text` only when this number changes. In between, the editor's text is newer. */
  round: number
  marks: readonly LineMark[]
  codes: readonly string[]
  onChange(text: string): void
  onRun(): void
  handle: React.Ref<SourceHandle>
}

export default function SourceEditor({ text, round, marks, codes, onChange, onRun, handle }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef({ onChange, onRun })
  latest.current = { onChange, onRun }

  // biome-ignore lint/correctness/useExhaustiveDependencies: created once; the effects below update it
  useEffect(() => {
    const state = EditorState.create({ doc: text, extensions: extensions(latest) })
    const created = new EditorView({ parent: place.current!, state })
    view.current = created
    return () => created.destroy()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: not for every text, or typed text would be lost
  useEffect(() => {
    const { current } = view
    if (!current || current.state.doc.toString() === text) return
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: text } })
  }, [round])
  useEffect(() => {
    if (view.current) showMarks(view.current, marks, codes)
  }, [marks, codes])

  useImperativeHandle(handle, () => ({
    goTo: (line) => {
      const { current } = view
      if (!current || line > current.state.doc.lines) return
      const { from } = current.state.doc.line(line)
      current.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
      current.focus()
    },
  }))
  return <div ref={place} className="source-editor h-full" />
}

type Latest = React.RefObject<Pick<Props, 'onChange' | 'onRun'>>

const extensions = (latest: Latest) => [
  EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''),
  lineNumbers(),
  levelGutter,
  history(),
  drawSelection(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  bracketMatching(),
  abap,
  plainReplacement,
  EditorView.contentAttributes.of({
    'aria-label': 'Source',
    tabindex: '0',
    autocapitalize: 'off',
    spellcheck: 'false',
  }),
  EditorView.updateListener.of((update) => {
    if (update.docChanged) latest.current.onChange(update.state.doc.toString())
  }),
  keymap.of([
    {
      key: 'Mod-Enter',
      run: () => {
        latest.current.onRun()
        return true
      },
    },
    // Without Tab, which moves the focus out of the editor as everywhere else.
    ...defaultKeymap,
    ...historyKeymap,
  ]),
]

/**
 * When the user types over a selection, browsers preserve its style in a style attribute, which violates the content
 * security policy. So the editor replaces the selection itself.
 */
const plainReplacement = EditorView.domEventHandlers({
  beforeinput: ({ data, inputType }, view) => {
    if (inputType !== 'insertText' || data === null || view.state.selection.main.empty || view.composing) return false
    view.dispatch(
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true }),
    )
    return true
  },
})
