// The form that a shape describes: its properties in groups, each with the widget to fill it in.
import type { FormField, FormModel } from '@veritrace/contract/graph/shapes'
import { RDF } from '../../terms/term.ts'
import { type Path, pathText, readList } from './path.ts'
import { inPlainLanguage } from './report.ts'
import type { Shape, ShapesGraph } from './shapes.ts'
import { isLiteral, isTrue, type Key, textOf } from './terms.ts'
import { firstOf, subjectsOf, type Triples, valuesOf } from './triples.ts'
import { COMMENT, DASH, dash, LABEL, SH, sh, xsd } from './vocabulary.ts'

export type Form = Pick<FormModel, 'target' | 'groups'>

/** Undefined where no shape is about the target. */
export function formOf(graph: ShapesGraph, target: string | undefined): Form | undefined {
  const shape = chosen(graph, target)
  if (!shape) return target === undefined ? { target: null, groups: [] } : undefined
  const { triples } = graph
  const byGroup = Map.groupBy(propertiesOf(graph, shape), ({ node }) => firstOf(triples, node, sh('group')))
  const groups = [...byGroup].map(([group, properties]) => ({
    label: group === undefined ? null : labelOf(triples, group),
    order: group === undefined ? null : numberOf(triples, group, 'order'),
    fields: properties.map((property) => fieldOf(triples, property)).toSorted(byOrder),
  }))
  return { target: shape.targets.classes.map(textOf)[0] ?? null, groups: groups.toSorted(byOrder) }
}

/** The shape of the class or of the name that was asked for; otherwise the first that no other shape refers to. */
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

/** Also those of the shapes that it takes over with sh:node and sh:and. */
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

function fieldOf(triples: Triples, { node, path }: Shape): FormField {
  const one = (word: string): string | null => {
    const value = firstOf(triples, node, sh(word))
    return value === undefined ? null : textOf(value)
  }
  const most = numberOf(triples, node, 'maxCount')
  const list = firstOf(triples, node, sh('in'))
  return {
    path: path ? pathText(path) : '',
    label: texted(triples, node, [sh('name'), LABEL]) ?? pathLabel(triples, path!),
    description: texted(triples, node, [sh('description'), COMMENT]) ?? null,
    widget: widgetOf(triples, node),
    datatype: one('datatype'),
    class: one('class'),
    options: (list === undefined ? [] : (readList(triples, list) ?? [])).map((option) => ({
      value: textOf(option),
      label: isLiteral(option) ? textOf(option) : labelOf(triples, option),
    })),
    required: (numberOf(triples, node, 'minCount') ?? 0) > 0,
    multiple: most === null || most > 1,
    min: one('minInclusive') ?? one('minExclusive'),
    max: one('maxInclusive') ?? one('maxExclusive'),
    pattern: one('pattern'),
    order: numberOf(triples, node, 'order'),
    default: one('defaultValue'),
  }
}

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
  const editor = EDITORS[textOf(firstOf(triples, node, dash('editor')) ?? '').slice(DASH.length)]
  if (editor) return editor
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

/** What has no place comes last, in the order of the text. */
const byOrder = (one: { order: number | null }, other: { order: number | null }): number =>
  (one.order ?? Number.MAX_VALUE) - (other.order ?? Number.MAX_VALUE)
