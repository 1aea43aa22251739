// The form that a shape describes: its properties in groups, each with a widget.
import type { FormField, FormModel } from '@veritrace/contract/graph/shapes'
import { RDF } from '../../terms/term.ts'
import { type Path, pathText, readList } from './path.ts'
import { inPlainLanguage } from './report.ts'
import type { Shape, ShapesGraph } from './shapes.ts'
import { isLiteral, isTrue, type Key, textOf } from './terms.ts'
import { firstOf, subjectsOf, type Triples, valuesOf } from './triples.ts'
import { COMMENT, DASH, dash, LABEL, SH, sh, xsd } from './vocabulary.ts'

export type Form = Pick<FormModel, 'target' | 'groups'>

/** Undefined if no shape has the target. */
export function formOf(graph: ShapesGraph, target: string | undefined): Form | undefined {
  const shape = chosen(graph, target)
  if (!shape) return target === undefined ? { target: null, groups: [] } : undefined
  const { triples } = graph
  // Several property shapes may describe the same property, which gets one field.
  const byPath = Map.groupBy(propertiesOf(graph, shape), ({ path }) => (path ? pathText(path) : ''))
  const byGroup = Map.groupBy(byPath.values(), (same) => firstIn(triples, same, 'group'))
  const groups = [...byGroup].map(([group, properties]) => ({
    label: group === undefined ? null : labelOf(triples, group),
    order: group === undefined ? null : numberOf(triples, group, 'order'),
    fields: properties.map((same) => fieldOf(triples, same)).toSorted(byOrder),
  }))
  return { target: shape.targets.classes.map(textOf)[0] ?? null, groups: groups.toSorted(byOrder) }
}

/** The shape with the given class or name; without a target, the first that no other shape refers to. */
function chosen({ triples, shapes }: ShapesGraph, target: string | undefined): Shape | undefined {
  const onNodes = shapes.filter(({ path }) => !path)
  if (target !== undefined)
    return onNodes.find(({ node, targets }) => [node, ...targets.classes].map(textOf).includes(target))
  const withFields = onNodes.filter(({ node }) => firstOf(triples, node, sh('property')) !== undefined)
  return (
    withFields.find(({ targets }) => targets.classes.length > 0) ??
    withFields.find(({ node }) => !REFERRING.some((word) => subjectsOf(triples, sh(word), node).length > 0)) ??
    onNodes[0]
  )
}
const REFERRING = ['node', 'not', 'qualifiedValueShape']

/** Includes properties of shapes referenced by sh:node and sh:and. */
function propertiesOf({ triples, shapes }: ShapesGraph, { node }: Shape): Shape[] {
  const from = new Set([node])
  for (const one of from) {
    for (const other of valuesOf(triples, one, sh('node'))) from.add(other)
    for (const list of valuesOf(triples, one, sh('and')))
      for (const other of readList(triples, list) ?? []) from.add(other)
  }
  const wanted = new Set([...from].flatMap((one) => [...valuesOf(triples, one, sh('property'))]))
  return [...wanted].flatMap((one) => shapes.find((shape) => shape.node === one && !shape.isDeactivated) ?? [])
}

/** The field of one property, from all its property shapes. */
function fieldOf(triples: Triples, shapes: readonly Shape[]): FormField {
  const [{ path }] = shapes as [Shape]
  const nodes = shapes.map(({ node }) => node)
  const one = (word: string): string | null => {
    const value = firstIn(triples, shapes, word)
    return value === undefined ? null : textOf(value)
  }
  const datatype = one('datatype')
  const texts = (word: string) => nodes.flatMap((node) => [...valuesOf(triples, node, sh(word))].map(textOf))
  const numbers = (word: string) => nodes.flatMap((node) => numberOf(triples, node, word) ?? [])
  const text = (...predicates: Key[]) => nodes.map((node) => texted(triples, node, predicates)).find(Boolean)
  const widgets = nodes.map((node) => widgetOf(triples, node))
  const list = firstIn(triples, shapes, 'in')
  return {
    path: path ? pathText(path) : '',
    label: text(sh('name'), LABEL) ?? pathLabel(triples, path!),
    description: text(sh('description'), COMMENT) ?? null,
    widget: widgets.find((widget) => widget !== 'text') ?? 'text',
    datatype,
    class: one('class'),
    options: (list === undefined ? [] : (readList(triples, list) ?? [])).map((option) => ({
      value: textOf(option),
      label: isLiteral(option) ? textOf(option) : labelOf(triples, option),
    })),
    required: numbers('minCount').some((count) => count > 0),
    multiple: numbers('maxCount').every((count) => count > 1),
    min: tightest([...texts('minInclusive'), ...texts('minExclusive').map((text) => nextTo(text, datatype, 1n))], 1),
    max: tightest([...texts('maxInclusive'), ...texts('maxExclusive').map((text) => nextTo(text, datatype, -1n))], -1),
    pattern: one('pattern'),
    order: numbers('order')[0] ?? null,
    default: one('defaultValue'),
  }
}

const firstIn = (triples: Triples, shapes: readonly Shape[], word: string): Key | undefined =>
  shapes.map(({ node }) => firstOf(triples, node, sh(word))).find((value) => value !== undefined)

const WHOLE = /#(?:integer|long|int|short|byte|\w+Integer|unsigned\w+)$/

/**
 * Converts an exclusive limit to the nearest allowed whole number. Other types have none, so their limit is returned.
 */
const nextTo = (bound: string, datatype: string | null, step: bigint): string =>
  WHOLE.test(datatype ?? '') && /^[-+]?\d+$/.test(bound) ? String(BigInt(bound) + step) : bound

/** The strictest limit: lower limits with sign 1, upper limits with -1. If they cannot be compared, the first. */
const tightest = (bounds: readonly string[], sign: 1 | -1): string | null =>
  bounds.toSorted((a, b) => sign * (Number(b) - Number(a)) || 0)[0] ?? null

const EDITORS: Readonly<Record<string, string>> = {
  TextFieldEditor: 'text',
  TextFieldWithLangEditor: 'text',
  TextAreaEditor: 'textarea',
  TextAreaWithLangEditor: 'textarea',
  RichTextEditor: 'richtext',
  BooleanSelectEditor: 'checkbox',
  BooleanEditor: 'checkbox',
  DatePickerEditor: 'date',
  DateTimePickerEditor: 'datetime',
  EnumSelectEditor: 'select',
  InstancesSelectEditor: 'reference',
  SubClassEditor: 'reference',
  AutoCompleteEditor: 'reference',
  URIEditor: 'url',
  DetailsEditor: 'details',
  BlankNodeEditor: 'details',
}

const WIDGETS: Readonly<Record<string, string>> = {
  [xsd('boolean')]: 'checkbox',
  [xsd('date')]: 'date',
  [xsd('dateTime')]: 'datetime',
  [xsd('dateTimeStamp')]: 'datetime',
  [xsd('time')]: 'time',
  [xsd('anyURI')]: 'url',
  [`${RDF}HTML`]: 'richtext',
}
const NUMBER = /#(?:integer|decimal|float|double|long|int|short|byte|\w+Integer|unsigned\w+)$/

function widgetOf(triples: Triples, node: Key): string {
  const one = (word: string): string => textOf(firstOf(triples, node, sh(word)) ?? '')
  if (isTrue(firstOf(triples, node, dash('hidden')))) return 'hidden'
  const editor = textOf(firstOf(triples, node, dash('editor')) ?? '').slice(DASH.length)
  if (Object.hasOwn(EDITORS, editor)) return EDITORS[editor]!
  if (one('in')) return 'select'
  const datatype = one('datatype')
  if (datatype) {
    const isLong = textOf(firstOf(triples, node, dash('singleLine')) ?? '') === 'false'
    return WIDGETS[datatype] ?? (NUMBER.test(datatype) ? 'number' : isLong ? 'textarea' : 'text')
  }
  if (one('class')) return 'reference'
  const kind = one('nodeKind').slice(SH.length)
  if (one('node') || kind === 'BlankNode') return 'details'
  return kind === 'IRI' ? 'url' : kind === 'BlankNodeOrIRI' ? 'reference' : 'text'
}

function numberOf(triples: Triples, node: Key, word: string): number | null {
  const value = firstOf(triples, node, sh(word))
  const number = value === undefined ? Number.NaN : Number(textOf(value))
  return Number.isFinite(number) ? number : null
}

function texted(triples: Triples, node: Key, predicates: readonly Key[]): string | undefined {
  for (const predicate of predicates) {
    const text = inPlainLanguage([...valuesOf(triples, node, predicate)].filter(isLiteral))
    if (text !== undefined) return textOf(text)
  }
  return undefined
}

const labelOf = (triples: Triples, node: Key): string => texted(triples, node, [LABEL, sh('name')]) ?? lastWords(node)

const pathLabel = (triples: Triples, path: Path): string => {
  if (path.kind === 'predicate') return labelOf(triples, path.iri)
  return 'paths' in path ? pathLabel(triples, path.paths.at(-1)!) : pathLabel(triples, path.of)
}

/** `http://…#birthDate` → `birth date` */
const lastWords = (node: Key): string =>
  textOf(node)
    .replace(/[/#:]+$/, '')
    .split(/[/#:]/)
    .at(-1)!
    .replace(/([a-z])([A-Z])/g, (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`)
    .replaceAll(/[_-]+/g, ' ')

/** Fields without an order come last, in the order of the text. */
const byOrder = (one: { order: number | null }, other: { order: number | null }): number =>
  (one.order ?? Number.MAX_VALUE) - (other.order ?? Number.MAX_VALUE)
