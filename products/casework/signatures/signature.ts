// What is known about how an object is called or built: parameters of function modules and methods, fields of tables and
// structures, and which element of a CDS view shows which field of a table.

/** What packs in JSON say in `format`. */
export const SIGNATURE_FORMAT = 'veritrace.signatures'
export const MAPPING_FORMAT = 'veritrace.field-mappings'

export const DIRECTIONS = ['importing', 'exporting', 'changing', 'tables', 'returning'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** As seen from the object: what a function module imports, its caller exports. */
export interface Parameter {
  name: string
  direction: Direction
  /** As it is declared: `TYPE x`, `LIKE x`, `TYPE REF TO x`, `STRUCTURE x` of a TABLES parameter; undefined if untyped. */
  typing?: 'type' | 'like' | 'ref' | 'structure'
  type?: string
  optional?: boolean
  default?: string
  by_value?: boolean
}

export interface FunctionSignature {
  kind: 'FUNC'
  name: string
  parameters: Parameter[]
  exceptions: string[]
  /** The exceptions are classes. */
  class_based?: boolean
}

export interface ClassSignature {
  kind: 'CLAS' | 'INTF'
  name: string
  methods: { name: string; parameters: Parameter[]; raising: string[]; is_static?: boolean }[]
  /** What others can see of it, as source. */
  definition: string
}

export interface TableSignature {
  kind: 'TABL'
  name: string
  fields: TableField[]
}

export interface TableField {
  name: string
  key?: boolean
  /** A data element, or what `typing` says. Undefined if the field has a built-in type. */
  type?: string
  typing?: 'structure' | 'table_type' | 'ref'
  /** Such as `CHAR 10`. */
  built_in?: string
  /** An include: its fields belong here, and `type` says what is included. */
  include?: boolean
}

export type Signature = FunctionSignature | ClassSignature | TableSignature

/** Which element of a view shows which field of a table. */
export interface FieldMapping {
  table: string
  /** As it is written. */
  entity: string
  /** By field in capitals: the element as it is written. */
  fields: Record<string, string>
  confidence: number
  /** Where it comes from, for people. */
  source: string
  /** What differs between the table and the view: it joins, filters … */
  notes: string[]
}

export interface Signatures {
  signatures: Signature[]
  mappings: FieldMapping[]
}

export const noSignatures = (): Signatures => ({ signatures: [], mappings: [] })
