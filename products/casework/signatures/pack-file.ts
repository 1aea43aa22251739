// Signature packs and field mapping packs: files that users write or export, as JSON or as a table. docs/signatures.md
// describes them. An invalid file is rejected as a whole. An invalid row is reported with its line. Pure.
import { t } from '@veritrace/contract/endpoint'
import { oneOf, strict } from '@veritrace/contract/wire'
import { checkValue, type Static } from '@veritrace/platform/json-schema'
import { counted } from '../model/counted.ts'
import {
  DIRECTIONS,
  type FieldMapping,
  type FunctionSignature,
  MAPPING_FORMAT,
  type Parameter,
  SIGNATURE_FORMAT,
  type Signatures,
} from './signature.ts'

const Name = t.String({ minLength: 1, maxLength: 60, pattern: '^[A-Za-z0-9_/%$&#*<>?-]+$' })
const Type = t.String({ minLength: 1, maxLength: 120, pattern: '^[A-Za-z0-9_/~=>. -]+$' })
const Text = t.String({ maxLength: 300 })
const optional = t.Optional

const PackParameter = strict({
  name: Name,
  direction: oneOf(DIRECTIONS.filter((one) => one !== 'returning')),
  typing: optional(oneOf(['type', 'like', 'ref', 'structure'])),
  type: optional(Type),
  optional: optional(t.Boolean()),
  default: optional(t.String({ minLength: 1, maxLength: 60 })),
})
const SignaturePack = strict({
  format: oneOf([SIGNATURE_FORMAT]),
  version: t.Literal(1),
  source: optional(Text),
  functions: optional(
    t.Array(
      strict({
        name: Name,
        parameters: t.Array(PackParameter, { maxItems: 1_000 }),
        exceptions: optional(t.Array(Name, { maxItems: 500 })),
        class_based: optional(t.Boolean()),
      }),
      { maxItems: 20_000 },
    ),
  ),
  tables: optional(
    t.Array(
      strict({
        name: Name,
        fields: t.Array(
          strict({ name: Name, key: optional(t.Boolean()), type: optional(Type), built_in: optional(Text) }),
          { maxItems: 3_000 },
        ),
      }),
      { maxItems: 20_000 },
    ),
  ),
})
const Share = t.Number({ minimum: 0, maximum: 1 })
const Fields = t.Record(
  t.String({ pattern: '^[A-Za-z0-9_/]{1,30}$' }),
  t.String({ pattern: '^[A-Za-z0-9_/]{1,40}$' }),
  {
    minProperties: 1,
    maxProperties: 3_000,
  },
)
const Entity = t.String({ pattern: '^[A-Za-z0-9_/]{1,40}$' })
const MappingPack = strict({
  format: oneOf([MAPPING_FORMAT]),
  version: t.Literal(1),
  source: optional(Text),
  confidence: optional(Share),
  mappings: t.Array(
    strict({
      table: t.String({ pattern: '^[A-Za-z0-9_/]{1,30}$' }),
      entity: Entity,
      fields: Fields,
      confidence: optional(Share),
      source: optional(Text),
      notes: optional(t.Array(Text, { maxItems: 20 })),
    }),
    { maxItems: 20_000 },
  ),
})

export interface Refused {
  refused: string
}

export function readSignaturePack(value: unknown): Signatures | Refused {
  const { value: pack, faults } = checkValue(SignaturePack, value)
  if (faults) return refusal('signature pack', faults)
  const functions = (pack.functions ?? []).map((one): FunctionSignature => {
    const { name, parameters, exceptions = [], class_based } = one
    return {
      kind: 'FUNC',
      name: name.toUpperCase(),
      parameters: parameters.map(parameterOf),
      exceptions: exceptions.map((exception) => exception.toUpperCase()),
      ...(class_based && { class_based }),
    }
  })
  const duplicate = functions.map(duplicateIn).find((fault) => fault !== undefined)
  if (duplicate) return { refused: duplicate }
  const tables = (pack.tables ?? []).map(({ name, fields }) => ({
    kind: 'TABL' as const,
    name: name.toUpperCase(),
    fields: fields.map((field) => ({ ...field, name: field.name.toUpperCase() })),
  }))
  return { signatures: [...functions, ...tables], mappings: [] }
}

const parameterOf = (given: Static<typeof PackParameter>): Parameter => {
  const { name, direction, type, default: standard } = given
  const isOptional = given.optional || standard !== undefined
  return {
    name: name.toUpperCase(),
    direction,
    ...(type && { typing: given.typing ?? (direction === 'tables' ? 'structure' : 'type'), type: type.toUpperCase() }),
    ...(isOptional && { optional: true }),
    ...(standard !== undefined && { default: standard }),
  }
}

function duplicateIn({ name, parameters }: FunctionSignature): string | undefined {
  const seen = new Set<string>()
  for (const parameter of parameters) {
    if (seen.has(parameter.name)) return `${name} has the parameter ${parameter.name} twice.`
    seen.add(parameter.name)
  }
  return undefined
}

export function readMappingPack(value: unknown): Signatures | Refused {
  const { value: pack, faults } = checkValue(MappingPack, value)
  if (faults) return refusal('field mapping pack', faults)
  const mappings = pack.mappings.map(
    (one): FieldMapping => ({
      table: one.table.toUpperCase(),
      entity: one.entity,
      fields: Object.fromEntries(Object.entries(one.fields).map(([field, element]) => [field.toUpperCase(), element])),
      confidence: one.confidence ?? pack.confidence ?? 0.8,
      source: one.source ?? pack.source ?? 'Field mapping pack',
      notes: one.notes ?? [],
    }),
  )
  return { signatures: [], mappings }
}

function refusal(what: string, faults: readonly { path: string; message: string }[]): Refused {
  const [first] = faults
  const more = faults.length > 1 ? ` The file has ${counted(faults.length - 1, 'more error')}.` : ''
  return { refused: `The ${what} is invalid: ${first!.path || 'it'} ${first!.message}.${more}` }
}
