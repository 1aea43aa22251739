// Writes what is known about an object as a file for the linter. Pure.
import type { Signature, TableField } from '../../signatures/signature.ts'

export function contextFile(signature: Signature): { filename: string; text: string } | undefined {
  const stem = signature.name.toLowerCase().replaceAll('/', '#')
  if (signature.kind === 'TABL')
    return { filename: `context/${stem}.tabl.xml`, text: tableXml(signature.name, signature.fields) }
  if (signature.kind === 'FUNC' || signature.definition === '') return undefined
  const ending = signature.kind === 'CLAS' ? 'clas' : 'intf'
  const body = signature.kind === 'CLAS' ? `\nCLASS ${signature.name} IMPLEMENTATION.\nENDCLASS.\n` : ''
  return { filename: `context/${stem}.${ending}.abap`, text: `${signature.definition}${body}` }
}

const KINDS: Readonly<Record<NonNullable<TableField['typing']>, string>> = {
  structure: 'S',
  table_type: 'L',
  ref: 'R',
}

const escaped = (text: string): string => text.replace(/[<>&]/g, (sign) => `&#${sign.codePointAt(0)};`)

function tableXml(name: string, fields: readonly TableField[]): string {
  const rows = fields.map((field) => {
    const [built = 'CHAR', length = '1'] = (field.built_in ?? '').split(' ')
    const typed = field.type
      ? `<ROLLNAME>${escaped(field.type)}</ROLLNAME><COMPTYPE>${field.typing ? KINDS[field.typing] : 'E'}</COMPTYPE>`
      : `<DATATYPE>${escaped(built)}</DATATYPE><LENG>${escaped(length.padStart(6, '0'))}</LENG>`
    const included = field.include ? `<PRECFIELD>${escaped(field.type ?? '')}</PRECFIELD>` : typed
    return `<DD03P><FIELDNAME>${escaped(field.name)}</FIELDNAME>${included}</DD03P>`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<abapGit version="v1.0.0" serializer="LCL_OBJECT_TABL" serializer_version="v1.0.0">
 <asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values>
<DD02V><TABNAME>${escaped(name)}</TABNAME><TABCLASS>INTTAB</TABCLASS></DD02V>
<DD03P_TABLE>${rows.join('\n')}</DD03P_TABLE>
</asx:values></asx:abap></abapGit>
`
}
