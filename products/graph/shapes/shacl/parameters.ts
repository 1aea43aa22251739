// The SHACL Core terms that a shape may use, with the values they accept (SHACL §4 and appendix on syntax rules).

export type ValueKind =
  | 'iri'
  | 'node'
  | 'iri or literal'
  | 'any'
  | 'literal'
  | 'integer'
  | 'boolean'
  | 'string'
  | 'text'
  | 'number'
  | 'node kind'
  | 'path'
  | 'shape'
  | 'property shape'
  | 'list of shapes'
  | 'list of terms'
  | 'list of IRIs'
  | 'list of strings'

export interface Parameter {
  takes: ValueKind
  /** At most one value. */
  once?: true
  /** Not allowed in a node shape. */
  onProperty?: true
  /** A node with this term is a shape. */
  constrains?: true
}

const constraint = (takes: ValueKind, more: Omit<Parameter, 'takes'> = {}): Parameter => ({
  takes,
  constrains: true,
  ...more,
})
const once = { once: true } as const
const onProperty = { once: true, onProperty: true } as const

export const PARAMETERS: Readonly<Record<string, Parameter>> = {
  class: constraint('iri'),
  datatype: constraint('iri', once),
  nodeKind: constraint('node kind', once),
  minCount: constraint('integer', onProperty),
  maxCount: constraint('integer', onProperty),
  minExclusive: constraint('literal', once),
  minInclusive: constraint('literal', once),
  maxExclusive: constraint('literal', once),
  maxInclusive: constraint('literal', once),
  minLength: constraint('integer', once),
  maxLength: constraint('integer', once),
  pattern: constraint('string', once),
  flags: { takes: 'string', once: true },
  languageIn: constraint('list of strings', once),
  uniqueLang: constraint('boolean', onProperty),
  equals: constraint('iri'),
  disjoint: constraint('iri'),
  lessThan: constraint('iri', { onProperty: true }),
  lessThanOrEquals: constraint('iri', { onProperty: true }),
  not: constraint('shape'),
  and: constraint('list of shapes'),
  or: constraint('list of shapes'),
  xone: constraint('list of shapes'),
  node: constraint('shape'),
  property: constraint('property shape'),
  qualifiedValueShape: constraint('shape', onProperty),
  qualifiedMinCount: { takes: 'integer', once: true },
  qualifiedMaxCount: { takes: 'integer', once: true },
  qualifiedValueShapesDisjoint: { takes: 'boolean', once: true },
  closed: constraint('boolean', once),
  ignoredProperties: { takes: 'list of IRIs', once: true },
  hasValue: constraint('any'),
  in: constraint('list of terms', once),

  targetNode: { takes: 'iri or literal' },
  targetClass: { takes: 'iri' },
  targetSubjectsOf: { takes: 'iri' },
  targetObjectsOf: { takes: 'iri' },
  path: { takes: 'path', once: true },
  severity: { takes: 'iri', once: true },
  message: { takes: 'text' },
  deactivated: { takes: 'boolean', once: true },
  name: { takes: 'text' },
  description: { takes: 'text' },
  order: { takes: 'number', once: true },
  group: { takes: 'node', once: true },
  defaultValue: { takes: 'any', once: true },
}

export const TARGETS = ['targetNode', 'targetClass', 'targetSubjectsOf', 'targetObjectsOf'] as const
/** Parameters whose values are shapes, and those whose values are lists of them. */
export const TO_SHAPES = ['property', 'node', 'not', 'qualifiedValueShape'] as const
export const TO_SHAPE_LISTS = ['and', 'or', 'xone'] as const

/** Terms that affect conformance wherever they appear, and that we do not support. */
export const UNSUPPORTED: ReadonlySet<string> = new Set([
  ...['sparql', 'js', 'rule', 'target', 'expression', 'entailment', 'values', 'validator', 'nodeValidator'],
  ...['propertyValidator', 'jsLibrary', 'jsFunctionName', 'select', 'ask', 'construct', 'reifierShape'],
])
export const UNSUPPORTED_CLASSES: ReadonlySet<string> = new Set([
  ...['ConstraintComponent', 'SPARQLConstraint', 'SPARQLTarget', 'SPARQLTargetType', 'SPARQLFunction', 'SPARQLRule'],
  ...['JSConstraint', 'JSTarget', 'JSFunction', 'JSRule', 'TripleRule', 'Function', 'Target', 'Parameter'],
])
/** DASH constraints; the other DASH terms are about forms. */
export const DASH_CONSTRAINTS: ReadonlySet<string> = new Set([
  ...['closedByTypes', 'coExistsWith', 'fileExtension', 'hasValueIn'],
  ...['hasValueWithClass', 'nonRecursive', 'reifiableBy', 'rootClass', 'scriptConstraint', 'stem', 'subSetOf'],
  ...['symmetric', 'uniqueValueForClass', 'uriStart'],
])
