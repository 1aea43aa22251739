// The field mappings of a pack: templates/studio/field-mappings.json, in the same format as uploaded field mapping packs.
import { fail } from '@veritrace/platform/errors'
import type { Pack } from '../../packs/pack.ts'
import { readMappingPack } from '../../signatures/pack-file.ts'
import type { FieldMapping } from '../../signatures/signature.ts'
import type { Sourced } from '../../signatures/store.ts'

const FILE = 'studio/field-mappings.json'
const read = new WeakMap<Pack, ReadonlyMap<string, FieldMapping[]>>()

export function builtInMappings(pack: Pack, table: string): Sourced<FieldMapping>[] {
  const known = read.get(pack) ?? byTable(pack)
  read.set(pack, known)
  return (known.get(table) ?? []).map((value) => ({ value, source: value.source }))
}

function byTable({ templates }: Pack): ReadonlyMap<string, FieldMapping[]> {
  const text = templates[FILE]
  if (text === undefined) return new Map()
  const mappings = readMappingPack(JSON.parse(text))
  if ('refused' in mappings) return fail('pack_invalid', `templates/${FILE}: ${mappings.refused}`)
  return Map.groupBy(mappings.mappings, ({ table }) => table)
}
