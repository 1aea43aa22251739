// The editor of a source. It keeps its own text; the page tells it when another one takes its place. Its own chunk.
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
  /** The text counts when this changes: in between, the editor is ahead of the page. */
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
  const now = useRef({ onChange, onRun })
  now.current = { onChange, onRun }

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; the effects below bring it up to date
  useEffect(() => {
    const state = EditorState.create({ doc: text, extensions: extensions(now) })
    const made = new EditorView({ parent: place.current!, state })
    view.current = made
    return () => made.destroy()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: not for every text, or what was written meanwhile is lost
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

type Now = React.RefObject<Pick<Props, 'onChange' | 'onRun'>>

const extensions = (now: Now) => [
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
    if (update.docChanged) now.current.onChange(update.state.doc.toString())
  }),
  keymap.of([
    {
      key: 'Mod-Enter',
      run: () => {
        now.current.onRun()
        return true
      },
    },
    // No Tab: it leaves the editor, as it does everywhere.
    ...defaultKeymap,
    ...historyKeymap,
  ]),
]

/**
 * Browsers keep the look of what is written over in a style attribute, which the policy of the page refuses aloud. So what
 * takes the place of a selection is put there by the editor itself.
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
