// The constraint components of SHACL Core (§4), each a function of the focus node and its value nodes.
import { type Pattern, xpathPattern } from '@veritrace/platform/patterns/pattern'
import { fitsDatatype } from '../../terms/lexical.ts'
import { compare } from './compare.ts'
import { type Details, finding } from './finding.ts'
import { readList } from './path.ts'
import { shapeConstraints } from './shape-constraints.ts'
import type { Constraint, Run, Shape } from './shapes.ts'
import { isBlank, isIri, isLiteral, isTrue, type Key, readLiteral, textOf } from './terms.ts'
import { has, predicatesOf, type Triples, valuesOf } from './triples.ts'
import { SH, sh, shortName, TYPE } from './vocabulary.ts'

export function constraintsOf(triples: Triples, shape: Shape, shapeOf: (node: Key) => Shape): Constraint[] {
  const all = (word: string): Key[] => [...valuesOf(triples, shape.node, sh(word))]
  const constraints = Object.entries(COMPONENTS).flatMap(([word, make]) =>
    all(word).map((parameter) => make({ shape, parameter, all, triples })),
  )
  return [...constraints, ...shapeConstraints({ triples, shape, all, shapeOf })]
}

interface Making {
  shape: Shape
  /** The value of the term that represents the component. */
  parameter: Key
  all(word: string): Key[]
  triples: Triples
}

/** Builds a component that checks each value node separately. */
const each =
  (component: string, prepare: (making: Making) => { fits: (value: Key, run: Run) => boolean; message: string }) =>
  (making: Making): Constraint => {
    const { fits, message } = prepare(making)
    return function* (run, focus, values) {
      for (const value of values)
        if (!fits(value, run)) yield finding(making.shape, component, focus, message, { value })
    }
  }

/**
 * Builds a component that checks all value nodes together; `faults` yields a message for each fault, with its value if
 * any.
 */
const together =
  (
    component: string,
    faults: (making: Making, run: Run, focus: Key, values: ReadonlySet<Key>) => Iterable<{ message: string } & Details>,
  ) =>
  (making: Making): Constraint =>
    function* (run, focus, values) {
      for (const { message, ...more } of faults(making, run, focus, values))
        yield finding(making.shape, component, focus, message, more)
    }

const bound = (component: string, words: string, fits: (order: number) => boolean) =>
  each(component, ({ parameter }) => ({
    fits: (value) => {
      const order = compare(value, parameter)
      return order !== undefined && fits(order)
    },
    message: `The value must be ${words} ${textOf(parameter)}.`,
  }))

const length = (component: string, words: string, fits: (length: number, limit: number) => boolean) =>
  each(component, ({ parameter }) => {
    const limit = Number(textOf(parameter))
    return {
      // Counts characters, not UTF-16 units, so an emoji is one.
      fits: (value) => !isBlank(value) && fits([...textOf(value)].length, limit),
      message: `The value must have ${words} ${limit} characters.`,
    }
  })

const ordered = (component: string, words: string, fits: (order: number) => boolean) =>
  together(component, function* ({ parameter }, { data }, focus, values) {
    for (const value of values)
      for (const other of valuesOf(data, focus, parameter)) {
        const order = compare(value, other)
        if (order === undefined || !fits(order))
          yield { value, message: `The value must be ${words} that of ${shortName(parameter)}.` }
      }
  })

const COMPONENTS: Readonly<Record<string, (making: Making) => Constraint>> = {
  class: each('Class', ({ parameter }) => ({
    fits: (value, { data, classesUnder }) => {
      const classes = classesUnder(parameter)
      for (const type of valuesOf(data, value, TYPE)) if (classes.has(type)) return true
      return false
    },
    message: `The value must be an instance of ${shortName(parameter)}.`,
  })),
  datatype: each('Datatype', ({ parameter }) => ({
    fits: (value) => isLiteral(value) && isOfType(value, textOf(parameter)),
    message: `The value must be a literal of ${shortName(parameter)}.`,
  })),
  nodeKind: each('NodeKind', ({ parameter }) => {
    const kind = textOf(parameter).slice(SH.length)
    return {
      fits: (value) =>
        isIri(value) ? kind.includes('IRI') : isBlank(value) ? kind.includes('Blank') : kind.includes('Literal'),
      message: `The value must have the node kind ${shortName(parameter)}.`,
    }
  }),
  minCount: together('MinCount', function* ({ parameter }, _run, _focus, values) {
    const least = Number(textOf(parameter))
    if (values.size < least) yield { message: `There must be at least ${least} ${least === 1 ? 'value' : 'values'}.` }
  }),
  maxCount: together('MaxCount', function* ({ parameter }, _run, _focus, values) {
    const most = Number(textOf(parameter))
    if (values.size > most) yield { message: `There must be at most ${most} ${most === 1 ? 'value' : 'values'}.` }
  }),
  minExclusive: bound('MinExclusive', 'greater than', (order) => order > 0),
  minInclusive: bound('MinInclusive', 'at least', (order) => order >= 0),
  maxExclusive: bound('MaxExclusive', 'less than', (order) => order < 0),
  maxInclusive: bound('MaxInclusive', 'at most', (order) => order <= 0),
  minLength: length('MinLength', 'at least', (characters, limit) => characters >= limit),
  maxLength: length('MaxLength', 'at most', (characters, limit) => characters <= limit),
  pattern: each('Pattern', ({ parameter, all }) => {
    // Compiled on first use, because forms read the shape but never run the pattern.
    let pattern: Pattern | undefined
    return {
      fits: (value) => {
        pattern ??= xpathPattern(textOf(parameter), all('flags').map(textOf)[0])
        return !isBlank(value) && pattern.test(textOf(value))
      },
      message: `The value must match the pattern “${textOf(parameter)}”.`,
    }
  }),
  languageIn: each('LanguageIn', ({ parameter, triples }) => {
    const ranges = (readList(triples, parameter) ?? []).map((range) => textOf(range).toLowerCase())
    return {
      fits: (value) => isLiteral(value) && matchesLanguage(readLiteral(value).language, ranges),
      message: `The language must be one of ${ranges.join(', ')}.`,
    }
  }),
  uniqueLang: together('UniqueLang', function* ({ parameter }, _run, _focus, values) {
    // Only `true` turns it on; the test suite requires that `1` does not.
    if (textOf(parameter) !== 'true') return
    const languages = [...values].filter(isLiteral).map((value) => readLiteral(value).language)
    for (const [language, times] of Map.groupBy(languages, (one) => one))
      if (language !== undefined && times.length > 1)
        yield { message: `There must be at most one value in the language ${language}.` }
  }),
  equals: together('Equals', function* ({ parameter }, { data }, focus, values) {
    const others = new Set(valuesOf(data, focus, parameter))
    for (const value of values.symmetricDifference(others))
      yield { value, message: `The values must be the same as those of ${shortName(parameter)}.` }
  }),
  disjoint: together('Disjoint', function* ({ parameter }, { data }, focus, values) {
    for (const value of values)
      if (has(data, focus, parameter, value))
        yield { value, message: `The value must not be a value of ${shortName(parameter)}.` }
  }),
  lessThan: ordered('LessThan', 'less than', (order) => order < 0),
  lessThanOrEquals: ordered('LessThanOrEquals', 'at most', (order) => order <= 0),
  hasValue: together('HasValue', function* ({ parameter }, _run, _focus, values) {
    if (!values.has(parameter)) yield { message: `One of the values must be ${textOf(parameter)}.` }
  }),
  in: each('In', ({ parameter, triples }) => {
    const members = new Set(readList(triples, parameter))
    const some = [...members].slice(0, 20).map(textOf)
    return {
      fits: (value) => members.has(value),
      message: `The value must be one of ${some.join(', ')}${members.size > some.length ? ', …' : ''}.`,
    }
  }),
  closed,
}

function closed({ shape, parameter, all, triples }: Making): Constraint {
  const ignored = all('ignoredProperties').flatMap((head) => readList(triples, head) ?? [])
  const paths = all('property').flatMap((property) => [...valuesOf(triples, property, sh('path'))])
  const allowed = new Set([...ignored, ...paths.filter(isIri)])
  return function* ({ data }, focus, values) {
    if (!isTrue(parameter)) return
    for (const node of values)
      for (const [predicate, objects] of predicatesOf(data, node)) {
        if (allowed.has(predicate)) continue
        const path = { kind: 'predicate', iri: predicate } as const
        const message = `${shortName(predicate)} is not one of the properties of this shape.`
        for (const value of objects) yield finding(shape, 'Closed', focus, message, { value, path })
      }
  }
}

function isOfType(value: Key, datatype: string): boolean {
  const literal = readLiteral(value)
  return literal.datatype === datatype && fitsDatatype(literal.value, datatype)
}

/** RFC 4647 §3.3.1: `en` matches `en` and `en-GB`. */
const matchesLanguage = (language: string | undefined, ranges: readonly string[]): boolean =>
  language !== undefined &&
  ranges.some((range) => range === '*' || language === range || language.startsWith(`${range}-`))
