// The extensions of the query editor and of the raw result view.
import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { lintGutter } from '@codemirror/lint'
import { EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { sparql } from 'codemirror-lang-sparql'
import { turtle } from 'codemirror-lang-turtle'
import { completing, type KnownTerms } from './complete.ts'
import { highlighting } from './highlight.ts'

export interface EditorEvents {
  change(text: string): void
  run(): void
  /** Returns whether there was something to cancel. */
  cancel(): boolean
  known(): KnownTerms
}

const nonce = (): Extension =>
  EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '')

/**
 * When the user types over a selection, browsers copy its look into a style attribute, which the page's content security
 * policy blocks with an error. Therefore the editor replaces the selection itself.
 */
const plainReplacement = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { main } = view.state.selection
    const { data, inputType } = event
    if (inputType !== 'insertText' || data === null || main.empty || view.composing) return false
    const usual = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    const taken = view.state.facet(EditorView.inputHandler).some((take) => take(view, main.from, main.to, data, usual))
    if (!taken) view.dispatch(usual())
    return true
  },
})

export const queryExtensions = (events: EditorEvents): Extension => [
  nonce(),
  lineNumbers(),
  lintGutter(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  bracketMatching(),
  closeBrackets(),
  sparql(),
  highlighting,
  plainReplacement,
  autocompletion({ override: [completing(events.known)], icons: false, maxRenderedOptions: 60 }),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({
    'aria-label': 'SPARQL',
    tabindex: '0',
    autocapitalize: 'off',
    spellcheck: 'false',
  }),
  EditorView.updateListener.of((update) => {
    if (update.docChanged) events.change(update.state.doc.toString())
  }),
  keymap.of([
    {
      key: 'Mod-Enter',
      run: () => {
        events.run()
        return true
      },
    },
    // Accepts a completion if one is open; otherwise Tab leaves the editor, as everywhere.
    { key: 'Tab', run: acceptCompletion },
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...historyKeymap,
    { key: 'Escape', run: () => events.cancel() },
  ]),
]

export const rawExtensions = (type: string): Extension => [
  nonce(),
  lineNumbers(),
  drawSelection(),
  ...(type === 'text/turtle' || type === 'application/n-triples' ? [turtle(), highlighting] : []),
  EditorView.lineWrapping,
  EditorState.readOnly.of(true),
  EditorView.contentAttributes.of({ 'aria-label': `Result as ${type}`, tabindex: '0' }),
  keymap.of(defaultKeymap),
]
