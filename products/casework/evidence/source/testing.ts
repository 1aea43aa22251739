// Sources for tests and benchmarks, and an archive of them.
import { zipSync } from 'fflate'
import { openNamespaces } from '../../model/namespaces.ts'
import { loadBuiltIn } from '../../packs/built-in.ts'
import { readVocabulary } from '../../packs/vocabulary.ts'
import { readRepository } from './read-repository.ts'

const [pack] = await loadBuiltIn()
/** The patterns of the default pack. */
export const PATTERNS = readVocabulary(pack!.importers).namespaces
export const NAMESPACES = openNamespaces(PATTERNS)

export interface GeneratedSource {
  filename: string
  text: string
}

const method = (place: number, at: number): string => `
  METHOD step_${at}.
    DATA lt_rows TYPE STANDARD TABLE OF vbap.
    DATA lo_client TYPE REF TO if_http_client.
    SELECT vbeln, posnr, matnr FROM vbap INNER JOIN vbak ON vbak~vbeln = vbap~vbeln
      WHERE vbak~vkorg = @iv_org AND vbap~netwr > ${at} INTO CORRESPONDING FIELDS OF TABLE @lt_rows.
    LOOP AT lt_rows ASSIGNING FIELD-SYMBOL(<row>) WHERE netwr > 100.
      <row>-netwr = <row>-netwr * ${at} + zcl_bench_${(place + at) % 754}=>factor( iv_mode = 'A' ).
      IF <row>-matnr IS INITIAL OR <row>-posnr = '000000'.
        CONTINUE.
      ENDIF.
      CALL FUNCTION 'BAPI_MATERIAL_GET_DETAIL' EXPORTING material = <row>-matnr IMPORTING return = ls_return.
      rv_text = |Row { <row>-vbeln ALPHA = OUT } of { sy-datum DATE = USER }|.
    ENDLOOP.
    TRY.
        lo_client->send( EXPORTING timeout = 10 ).
      CATCH cx_sy_conversion_error INTO DATA(lx_error).
        MESSAGE lx_error->get_text( ) TYPE 'E'.
    ENDTRY.
  ENDMETHOD.`

/** Makes `count` classes of about 130 lines each. */
export const makeSources = (count: number): GeneratedSource[] =>
  Array.from({ length: count }, (_, place) => {
    const name = `zcl_bench_${place}`
    const text = `CLASS ${name} DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_oo_adt_classrun.
    CLASS-METHODS factor IMPORTING iv_mode TYPE char1 RETURNING VALUE(rv_factor) TYPE i.
  PRIVATE SECTION.
    DATA ls_return TYPE bapiret2.
${Array.from({ length: 6 }, (_, at) => `    METHODS step_${at} IMPORTING iv_org TYPE vkorg RETURNING VALUE(rv_text) TYPE string.`).join('\n')}
ENDCLASS.
CLASS ${name} IMPLEMENTATION.${Array.from({ length: 6 }, (_, at) => method(place, at)).join('\n')}
ENDCLASS.
`
    return { filename: `src/${name}.clas.abap`, text }
  })

export const makeArchive = (sources: readonly GeneratedSource[]): Uint8Array =>
  zipSync(Object.fromEntries(sources.map(({ filename, text }) => [filename, new TextEncoder().encode(text)])))

/** The SAP names that a repository uses, as `access TYPE:NAME`, and its number of dynamic calls. */
export function usesOfSap(files: Readonly<Record<string, string>>): string[] {
  const sources = Object.entries(files).map(([filename, text]) => ({ filename, text }))
  const readings = [...readRepository(sources, NAMESPACES).files.values()]
  const uses = readings.flatMap(({ resolved }) =>
    resolved.filter(({ isSap }) => isSap).map(({ access, type, name }) => `${access} ${type}:${name}`),
  )
  const dynamic = readings.flatMap((reading) => reading.dynamic).length
  return [...new Set(uses), ...(dynamic > 0 ? [`${dynamic} dynamic`] : [])].sort()
}

/** XML that marks a program as an include. */
export const includeXml = (name: string): string =>
  `<?xml version="1.0"?><abapGit><asx:abap xmlns:asx="x"><asx:values><PROGDIR><NAME>${name}</NAME><SUBC>I</SUBC></PROGDIR></asx:values></asx:abap></abapGit>`

/** A class with the given public section and code. */
export const classOf = (section: string, method = '', head = ''): string => `CLASS zc DEFINITION PUBLIC ${head}.
 PUBLIC SECTION.
${section}
 METHODS run.
ENDCLASS.
CLASS zc IMPLEMENTATION.
 METHOD run.
${method}
 ENDMETHOD.
ENDCLASS.`
