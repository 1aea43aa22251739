// Merges the field mappings of all sources: which element of an entity corresponds to which field of a table. Pure.
import type { FieldMapping } from '../../signatures/signature.ts'

interface MappedField {
  field: string
  element: string | null
  source: string
  confidence: number
}

export interface EntityMap {
  entity: string
  elementOf(field: string): string | undefined
  describe(field: string): MappedField
  notes: string[]
}

/** A possible entity. Those with more mapped fields rank higher, then those with more confidence. */
export interface Candidate {
  entity: string
  mapped: number
  missing: string[]
  confidence: number
  sources: string[]
}

export function mapOf(entity: string, mappings: readonly FieldMapping[]): EntityMap {
  const own = mappings
    .filter((one) => one.entity.toUpperCase() === entity.toUpperCase())
    .toSorted((a, b) => b.confidence - a.confidence)
  const sourceOf = (field: string) => own.find(({ fields }) => Object.hasOwn(fields, field.toUpperCase()))
  const elementOf = (field: string) => sourceOf(field)?.fields[field.toUpperCase()]
  return {
    entity: own[0]?.entity ?? entity,
    elementOf,
    describe: (field) => {
      const source = sourceOf(field)
      return {
        field: field.toUpperCase(),
        element: elementOf(field) ?? null,
        source: source?.source ?? '',
        confidence: source?.confidence ?? 0,
      }
    },
    notes: [...new Set(own.flatMap(({ notes }) => notes))],
  }
}

export function rankEntities(mappings: readonly FieldMapping[], fields: readonly string[]): Candidate[] {
  const entities = new Map(mappings.map(({ entity }) => [entity.toUpperCase(), entity]))
  return [...entities.values()]
    .map((entity) => {
      const own = mappings.filter((one) => one.entity.toUpperCase() === entity.toUpperCase())
      const map = mapOf(entity, mappings)
      const missing = fields.filter((field) => map.elementOf(field) === undefined)
      return {
        entity,
        mapped: fields.length > 0 ? fields.length - missing.length : Object.keys(own[0]!.fields).length,
        missing,
        confidence: Math.max(...own.map(({ confidence }) => confidence)),
        sources: [...new Set(own.map(({ source }) => source))],
      }
    })
    .sort((a, b) => b.mapped - a.mapped || b.confidence - a.confidence || a.entity.localeCompare(b.entity))
}
