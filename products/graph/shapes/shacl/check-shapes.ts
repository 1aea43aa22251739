// Checks whether a graph is SHACL that we can run: nothing ill-formed, and nothing that we would have to ignore.

import { ownValue } from '@veritrace/platform/names'
import { type Pattern, PatternError, xpathPattern } from '@veritrace/platform/patterns/pattern'
import { isLanguageTag } from '../../terms/language.ts'
import { fitsDatatype } from '../../terms/lexical.ts'
import { RDF } from '../../terms/term.ts'
import { findShapes, isDeclared, isPropertyShape, referencesOf } from './find-shapes.ts'
import {
  DASH_CONSTRAINTS,
  PARAMETERS,
  type Parameter,
  UNSUPPORTED,
  UNSUPPORTED_CLASSES,
  type ValueKind,
} from './parameters.ts'
import { readList, readPath } from './path.ts'
import { isBlank, isIri, isLiteral, type Key, readLiteral, textOf } from './terms.ts'
import { firstOf, predicatesOf, type Triples } from './triples.ts'
import type { Place, ReadTurtle } from './turtle.ts'
import { DASH, dash, IMPORTS, SH, sh, shortName, TYPE, xsd } from './vocabulary.ts'

export interface ShapeProblem {
  /** `refused` is well-formed but could block the thread. */
  kind: 'invalid' | 'unsupported' | 'refused'
  /** The shape in readable form. */
  node: string
  /** The SHACL term that is wrong. */
  component: string
  message: string
  place?: Place | undefined
}

const MOST_PROBLEMS = 50
const MOST_NESTED = 64
/** Limit for all patterns together. */
const MOST_STEPS = 100_000

export function checkShapes({ triples, placeOf }: ReadTurtle): ShapeProblem[] {
  const problems: ShapeProblem[] = []
  const report: Report = (kind, subject, predicate, message, object) =>
    problems.push({
      kind,
      node: textOf(subject),
      component: predicate ? shortName(predicate) : '',
      message,
      place: placeOf(subject, predicate, object),
    })
  checkForeign(triples, report)
  const shapes = findShapes(triples)
  if (shapes.size === 0 && problems.length === 0)
    problems.push({ kind: 'invalid', node: '', component: '', message: 'The text has no shapes.' })
  for (const shape of shapes) checkShape(triples, shape, report)
  checkPatterns(triples, shapes, report)
  if (problems.length === 0) checkRecursion(triples, shapes, report)
  return problems.slice(0, MOST_PROBLEMS)
}

type Report = (
  kind: ShapeProblem['kind'],
  subject: Key,
  predicate: Key | undefined,
  message: string,
  object?: Key,
) => void

/** Reports terms that change the meaning of a graph wherever they appear. */
function checkForeign(triples: Triples, report: Report): void {
  for (const subject of triples.out.keys())
    for (const [predicate, objects] of predicatesOf(triples, subject)) {
      const [word, dashWord] = [wordOf(SH, predicate), wordOf(DASH, predicate)]
      if ((word && UNSUPPORTED.has(word)) || (dashWord && DASH_CONSTRAINTS.has(dashWord)))
        report('unsupported', subject, predicate, `${shortName(predicate)} is not supported.`)
      for (const object of objects) {
        if (predicate === dash('singleLine') && textOf(object) !== 'false')
          report('unsupported', subject, predicate, 'dash:singleLine is not supported.', object)
        if (predicate === IMPORTS && !OWN_VOCABULARIES.test(textOf(object)))
          report(
            'unsupported',
            subject,
            predicate,
            'owl:imports is not supported: put all shapes into one text.',
            object,
          )
        const type = predicate === TYPE ? wordOf(SH, object) : undefined
        if (type && UNSUPPORTED_CLASSES.has(type))
          report('unsupported', subject, object, `sh:${type} is not supported.`)
      }
    }
}

const OWN_VOCABULARIES = /^http:\/\/(?:www\.w3\.org\/ns\/shacl|datashapes\.org\/dash)#?$/

const wordOf = (base: string, key: Key): string | undefined =>
  key.startsWith(`<${base}`) ? key.slice(base.length + 1, -1) : undefined

function checkShape(triples: Triples, shape: Key, report: Report): void {
  if (isLiteral(shape)) return
  const onProperty = isPropertyShape(triples, shape)
  if (!onProperty && isDeclared(triples, shape, 'PropertyShape'))
    report('invalid', shape, undefined, 'A property shape must have one sh:path, but this one has none.')
  if (onProperty && isDeclared(triples, shape, 'NodeShape'))
    report('invalid', shape, sh('path'), 'A node shape must not have sh:path.')
  for (const [predicate, objects] of predicatesOf(triples, shape)) {
    const word = wordOf(SH, predicate)
    if (word === undefined || UNSUPPORTED.has(word)) continue
    const parameter = ownValue(PARAMETERS, word)
    if (parameter) checkValues(triples, { shape, predicate, word, parameter, onProperty }, [...objects], report)
    else if (!NO_EFFECT.has(word)) report('unsupported', shape, predicate, `sh:${word} is not supported.`)
  }
}

/** Terms that do not affect conformance. */
const NO_EFFECT: ReadonlySet<string> = new Set(['declare', 'prefixes', 'shapesGraph', 'suggestedShapesGraph'])

interface Occurrence {
  shape: Key
  predicate: Key
  word: string
  parameter: Parameter
  onProperty: boolean
}

function checkValues(triples: Triples, occurrence: Occurrence, values: readonly Key[], report: Report): void {
  const { shape, predicate, word, parameter, onProperty } = occurrence
  if (parameter.once && values.length > 1)
    report('invalid', shape, predicate, `sh:${word} must have one value, but has ${values.length}.`, values[1])
  if (parameter.onProperty && !onProperty)
    report(
      'invalid',
      shape,
      predicate,
      `sh:${word} is only allowed in a property shape, and this shape has no sh:path.`,
    )
  for (const value of values) {
    const wrong = WRONG[parameter.takes](value, triples)
    if (wrong) report('invalid', shape, predicate, `sh:${word} ${wrong}`, value)
  }
}

/** The problem with a value, as the end of a sentence. */
const WRONG: Record<ValueKind, (value: Key, triples: Triples) => string | undefined> = {
  any: () => undefined,
  iri: (value) => (isIri(value) ? undefined : 'must be an IRI.'),
  node: (value) => (isLiteral(value) ? 'must not be a literal.' : undefined),
  'iri or literal': (value) => (isBlank(value) ? 'must be an IRI or a literal.' : undefined),
  literal: (value) => (isLiteral(value) ? undefined : 'must be a literal.'),
  integer: (value) => typed(value, ['integer']),
  boolean: (value) => typed(value, ['boolean']),
  string: (value) => typed(value, ['string']),
  number: (value) => typed(value, ['integer', 'decimal']),
  text: (value) => (isText(value) ? undefined : 'must be text, with or without a language.'),
  'node kind': (value) => (NODE_KINDS.has(value) ? undefined : 'must be one of the six SHACL node kinds.'),
  path: (value, triples) => {
    const path = readPath(triples, value)
    return typeof path === 'string' ? `is not a valid path. ${path}` : undefined
  },
  shape: (value) => (isLiteral(value) ? 'must be a shape, not a literal.' : undefined),
  'property shape': (value, triples) =>
    !isLiteral(value) && isPropertyShape(triples, value) ? undefined : 'must be a property shape, which has a sh:path.',
  'list of shapes': (value, triples) => members(value, triples, (one) => !isLiteral(one), 'shapes'),
  'list of terms': (value, triples) => members(value, triples, () => true, 'terms'),
  'list of IRIs': (value, triples) => members(value, triples, isIri, 'IRIs'),
  'list of strings': (value, triples) =>
    members(value, triples, (one) => isLanguageTag(textOf(one)) && !typed(one, ['string']), 'language tags'),
}

const NODE_KINDS: ReadonlySet<Key> = new Set(
  ['BlankNode', 'IRI', 'Literal', 'BlankNodeOrIRI', 'BlankNodeOrLiteral', 'IRIOrLiteral'].map(sh),
)

function typed(value: Key, types: readonly string[]): string | undefined {
  if (isLiteral(value)) {
    const { datatype, value: text } = readLiteral(value)
    if (types.some((type) => datatype === xsd(type)) && fitsDatatype(text, datatype)) return undefined
  }
  return `must be a literal of ${types.map((type) => `xsd:${type}`).join(' or ')}.`
}

const isText = (value: Key): boolean =>
  isLiteral(value) && [xsd('string'), `${RDF}langString`, `${RDF}HTML`].includes(readLiteral(value).datatype)

function members(value: Key, triples: Triples, fits: (member: Key) => boolean, what: string): string | undefined {
  const list = isLiteral(value) ? undefined : readList(triples, value)
  return list?.every(fits) ? undefined : `must be a well-formed list of ${what}.`
}

function checkPatterns(triples: Triples, shapes: ReadonlySet<Key>, report: Report): void {
  let steps = 0
  for (const shape of shapes) {
    const text = isLiteral(shape) ? undefined : firstOf(triples, shape, sh('pattern'))
    if (text === undefined) continue
    const pattern = readPattern(text, firstOf(triples, shape, sh('flags')))
    if (pattern instanceof PatternError)
      report(pattern.kind, shape, sh('pattern'), `sh:pattern: ${pattern.message}`, text)
    else steps += pattern.steps
    if (steps > MOST_STEPS) {
      report('refused', shape, sh('pattern'), `The patterns together have more than ${MOST_STEPS} steps.`, text)
      return
    }
  }
}

function readPattern(text: Key, flags: Key | undefined): Pattern | PatternError {
  try {
    return xpathPattern(textOf(text), flags === undefined ? '' : textOf(flags))
  } catch (error) {
    if (error instanceof PatternError) return error
    throw error
  }
}

/** SHACL does not define recursive shapes, and long chains of shapes would overflow the stack. */
function checkRecursion(triples: Triples, shapes: ReadonlySet<Key>, report: Report): void {
  const heights = new Map<Key, number>()
  const visit = (shape: Key, above: readonly Key[]): number | undefined => {
    if (above.includes(shape)) {
      report('invalid', shape, undefined, 'The shape refers to itself, directly or through others.')
      return undefined
    }
    const known = heights.get(shape)
    if (above.length + (known ?? 0) > MOST_NESTED) {
      report('unsupported', above[0]!, undefined, `The shapes refer to each other over more than ${MOST_NESTED} steps.`)
      return undefined
    }
    if (known !== undefined) return known
    let height = 0
    for (const { to } of referencesOf(triples, shape)) {
      const below = visit(to, [...above, shape])
      if (below === undefined) return undefined
      height = Math.max(height, below + 1)
    }
    heights.set(shape, height)
    return height
  }
  for (const shape of shapes) if (visit(shape, []) === undefined) return
}
