// Fields of tables and structures, from dictionary XML.
import type { TableField, TableSignature } from '../../../signatures/signature.ts'
import { blocksOf, valueIn } from './xml-text.ts'

const MOST_FIELDS = 3_000
const TYPINGS: Readonly<Record<string, TableField['typing']>> = { S: 'structure', L: 'table_type', R: 'ref' }

export function tableInXml(xml: string): TableSignature | undefined {
  const name = valueIn(xml, 'TABNAME')?.trim().toUpperCase()
  if (!name || !xml.includes('<DD03P>')) return undefined
  const fields = [...blocksOf(xml, 'DD03P')].flatMap((block) => fieldIn(block) ?? [])
  return { kind: 'TABL', name, fields: fields.slice(0, MOST_FIELDS) }
}

function fieldIn(block: string): TableField | undefined {
  const name = valueIn(block, 'FIELDNAME')?.trim().toUpperCase()
  if (!name) return undefined
  if (/^\.(?:INCLU|APPEND)/.test(name)) {
    const type = valueIn(block, 'PRECFIELD')?.trim().toUpperCase()
    return type ? { name, include: true, type } : undefined
  }
  const type = valueIn(block, 'ROLLNAME')?.trim().toUpperCase()
  const typing = type ? TYPINGS[valueIn(block, 'COMPTYPE')?.trim() ?? ''] : undefined
  const length = Number(valueIn(block, 'LENG') ?? 0)
  const built = valueIn(block, 'DATATYPE')?.trim()
  return {
    name,
    ...(valueIn(block, 'KEYFLAG') === 'X' && { key: true }),
    ...(type && { type }),
    ...(typing && { typing }),
    ...(!type && built && { built_in: length > 0 ? `${built} ${length}` : built }),
  }
}
