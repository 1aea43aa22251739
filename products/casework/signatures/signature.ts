// What is known about how an object is called or built: parameters of function modules and methods, fields of tables and
// structures, and which element of a CDS view corresponds to which field of a table.

/** The `format` of JSON packs. */
export const SIGNATURE_FORMAT = 'veritrace.signatures'
export const MAPPING_FORMAT = 'veritrace.field-mappings'

export const DIRECTIONS = ['importing', 'exporting', 'changing', 'tables', 'returning'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** The direction is that of the object: what a function module imports, its caller exports. */
export interface Parameter {
  name: string
  direction: Direction
  /** The declaration: `TYPE x`, `LIKE x`, `TYPE REF TO x`, `STRUCTURE x` of a TABLES parameter. Undefined if untyped. */
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
  /** Source of the parts that other objects can see. */
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
  /** A data element, or the type that `typing` describes. Undefined if the field has a built-in type. */
  type?: string
  typing?: 'structure' | 'table_type' | 'ref'
  /** For example `CHAR 10`. */
  built_in?: string
  /** An include: its fields belong to the table, and `type` names it. */
  include?: boolean
}

export type Signature = FunctionSignature | ClassSignature | TableSignature

/** Maps the fields of a table to elements of a view. */
export interface FieldMapping {
  table: string
  /** In its original case. */
  entity: string
  /** The element in its original case, by field in upper case. */
  fields: Record<string, string>
  confidence: number
  /** Where it comes from, as text for users. */
  source: string
  /** How the view differs from the table, for example joins and filters. */
  notes: string[]
}

export interface Signatures {
  signatures: Signature[]
  mappings: FieldMapping[]
}

export const noSignatures = (): Signatures => ({ signatures: [], mappings: [] })
