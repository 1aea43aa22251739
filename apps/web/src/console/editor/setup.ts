// What the editor of the query and the view of the raw answer are made of.
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
  /** Whether there was something to cancel. */
  cancel(): boolean
  known(): KnownTerms
}

const nonce = (): Extension =>
  EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '')

/**
 * Browsers keep the look of what is written over in a style attribute, which the policy of the page refuses aloud. So what
 * takes the place of a selection is put there by the editor itself.
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
    // Only while there is something to accept: otherwise Tab leaves the editor, as it does everywhere.
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
  EditorView.contentAttributes.of({ 'aria-label': `The answer as ${type}`, tabindex: '0' }),
  keymap.of(defaultKeymap),
]
