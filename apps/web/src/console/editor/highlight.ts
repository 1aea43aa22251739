// Highlights by node names of the SPARQL and Turtle grammars, which do not tag prefixed names.
import { syntaxTree } from '@codemirror/language'
import { RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { FUNCTIONS } from './vocabulary.ts'

const marks = Object.fromEntries(
  ['keyword', 'function', 'variable', 'string', 'iri', 'name', 'number', 'comment', 'tag'].map((kind) => [
    kind,
    Decoration.mark({ class: `tok-${kind}` }),
  ]),
)

const KINDS: Readonly<Record<string, string>> = {
  Var: 'variable',
  IriRef: 'iri',
  Iriref: 'iri',
  Pname_ns: 'name',
  Pname_ln: 'name',
  Langtag: 'tag',
  Comment: 'comment',
  A_predicate: 'keyword',
  Blank_node_label: 'tag',
  '@prefix': 'keyword',
  '@base': 'keyword',
}
const functions = new Set(FUNCTIONS)

function kindOf(name: string): string | undefined {
  if (KINDS[name]) return KINDS[name]
  if (/^String/.test(name)) return 'string'
  if (/^(Integer|Decimal|Double|BooleanLiteral)/.test(name)) return 'number'
  if (!/^[A-Z][A-Z0-9_]+$/.test(name)) return undefined
  return functions.has(name) ? 'function' : 'keyword'
}

function color(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  const tree = syntaxTree(view.state)
  for (const { from, to } of view.visibleRanges)
    tree.iterate({
      from,
      to,
      enter: ({ name, from: start, to: end }) => {
        const kind = kindOf(name)
        if (!kind) return true
        if (end > start) builder.add(start, end, marks[kind]!)
        return false
      },
    })
  return builder.finish()
}

export const highlighting = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    tree
    constructor(view: EditorView) {
      this.tree = syntaxTree(view.state)
      this.decorations = color(view)
    }
    update(update: ViewUpdate) {
      const tree = syntaxTree(update.state)
      if (!update.docChanged && !update.viewportChanged && tree === this.tree) return
      this.tree = tree
      this.decorations = color(update.view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)
