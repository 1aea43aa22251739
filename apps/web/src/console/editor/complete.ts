// Completion: SPARQL keywords, variables of the query, well-known prefixes, and terms of the graph.
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { pickedCompletion } from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import type { EditorView } from '@codemirror/view'
import { declaredIn, type Prefixes, shrink, WELL_KNOWN } from '../rdf/prefixes.ts'
import { variablesOf } from '../rdf/sparql-text.ts'
import { declare } from './declare.ts'
import { FUNCTIONS, KEYWORDS, TERMS } from './vocabulary.ts'

/** Classes and predicates of the graph with their counts. */
export interface KnownTerms {
  classes: readonly { iri: string; count: number }[]
  predicates: readonly { iri: string; count: number }[]
  /** Generated prefixes for namespaces that have no other. */
  derived: Prefixes
}

const language: readonly Completion[] = [
  ...KEYWORDS.map((label) => ({ label, type: 'keyword', boost: 1 })),
  ...FUNCTIONS.map((label) => ({ label, type: 'function', apply: `${label}(` })),
]

export const completing =
  (known: () => KnownTerms) =>
  (context: CompletionContext): CompletionResult | null => {
    const inside = syntaxTree(context.state).resolveInner(context.pos, -1).name
    if (inside === 'Comment' || inside === 'String') return null
    const text = context.state.doc.toString()
    const variable = context.matchBefore(/[?$]\w*/)
    if (variable) return variables(text, variable)
    const declaration = context.matchBefore(/\bPREFIX\s+[\w-]*/i)
    if (declaration) return declarations(declaration)
    const iri = context.matchBefore(/<[^<>"{}|^`\\\s]*/)
    if (iri) return { from: iri.from, options: wholeIris(known()), validFor: /^<[^<>\s]*$/ }
    const name = context.matchBefore(/[A-Za-z][\w-]*:[\w-]*/)
    if (name) return { from: name.from, options: terms(text, known()), validFor: /^[\w-]*:[\w-]*$/ }
    const word = context.matchBefore(/[A-Za-z_]\w*/)
    if (!word && !context.explicit) return null
    return {
      from: word?.from ?? context.pos,
      options: [...language, ...spaces(text, known()), ...terms(text, known())],
      validFor: /^[\w-]*:?[\w-]*$/,
    }
  }

interface Match {
  from: number
  to: number
  text: string
}

/** All variables except the one being typed. */
function variables(text: string, { from, to, text: written }: Match): CompletionResult {
  const rest = text.slice(0, from) + text.slice(to)
  const sign = written[0]!
  const options = variablesOf(rest).map((name) => ({ label: sign + name, type: 'variable' }))
  return { from, options, validFor: /^[?$]\w*$/ }
}

function declarations({ from, text }: Match): CompletionResult {
  const options = Object.entries(WELL_KNOWN).map(([name, iri]) => ({
    label: `${name}:`,
    detail: iri,
    type: 'namespace',
    apply: `${name}: <${iri}>`,
  }))
  return { from: from + /^PREFIX\s+/i.exec(text)![0].length, options, validFor: /^[\w-]*:?$/ }
}

const wholeIris = ({ classes, predicates }: KnownTerms): Completion[] => [
  ...classes.map(({ iri, count }) => ({ label: `<${iri}>`, type: 'class', detail: times(count) })),
  ...predicates.map(({ iri, count }) => ({ label: `<${iri}>`, type: 'property', detail: times(count) })),
]

const prefixesFor = (text: string, { derived }: KnownTerms): Prefixes => ({
  ...WELL_KNOWN,
  ...derived,
  ...declaredIn(text),
})

function spaces(text: string, known: KnownTerms): Completion[] {
  const prefixes = prefixesFor(text, known)
  const apply = insertName(prefixes)
  return Object.entries(prefixes).map(([name, iri]) => ({ label: `${name}:`, type: 'namespace', detail: iri, apply }))
}

/** Terms of the graph first, by usage, then those of well-known vocabularies. */
function terms(text: string, known: KnownTerms): Completion[] {
  const prefixes = prefixesFor(text, known)
  const apply = insertName(prefixes)
  const held = (of: KnownTerms['classes'], type: string) =>
    of.flatMap(({ iri, count }) => {
      const label = shrink(iri, prefixes)
      return label ? [{ label, type, detail: times(count), boost: 2 + Math.min(40, Math.log2(count)), apply }] : []
    })
  const own = [...held(known.classes, 'class'), ...held(known.predicates, 'property')]
  const there = new Set(own.map(({ label }) => label))
  const others = Object.entries(TERMS).flatMap(([prefix, names]) =>
    names
      .map((name) => `${prefix}:${name}`)
      .filter((label) => !there.has(label))
      .map((label) => ({ label, type: 'text', boost: -1, apply })),
  )
  return [...own, ...others]
}

/** Inserts the name, and declares its prefix if necessary. */
const insertName =
  (prefixes: Prefixes) =>
  (view: EditorView, completion: Completion, from: number, to: number): void => {
    const { label } = completion
    view.dispatch({
      changes: [...declare(view.state.doc.toString(), label, prefixes), { from, to, insert: label }],
      annotations: pickedCompletion.of(completion),
      userEvent: 'input.complete',
    })
  }

const times = (count: number): string => count.toLocaleString('en')
