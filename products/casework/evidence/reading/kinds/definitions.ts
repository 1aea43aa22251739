// What the XML of an abapGit object tells besides its source: fields with their data elements, function modules,
// enhancements. Read by its few known elements, so that no entity and no structure can do harm.
import type { SaidObject } from '../../../estate/tables.ts'
import type { Sheet } from '../parsed.ts'
import type { Words } from '../words.ts'

/** Element → what its text names. */
const NAMES: Readonly<Record<string, string>> = {
  ROLLNAME: 'DTEL',
  DOMNAME: 'DOMA',
  PRECFIELD: 'TABL',
  ROWTYPE: 'TABL',
  REFCLSNAME: 'CLAS',
}
const ELEMENT = /<(ROLLNAME|DOMNAME|PRECFIELD|ROWTYPE|REFCLSNAME|FUNCNAME)>([^<]{1,60})<\/\1>/g

export function readDefinition(words: Words, sheet: Sheet, said: SaidObject, xml: string): void {
  for (const [, element, text] of xml.matchAll(ELEMENT)) {
    const name = text!.trim().toUpperCase()
    if (element === 'FUNCNAME') said.members.push(`FUNC:${name}`)
    else if (name && !(said.type === NAMES[element!] && said.name === name))
      sheet.use(said, { type: NAMES[element!]!, name }, 'type')
  }
  for (const kind of techniquesOf(said, xml)) said.technologies.push(words.technology(kind, 0))
}

function* techniquesOf({ type }: SaidObject, xml: string): Generator<string> {
  if (type === 'ENHO' && /HOOK_IMPL|ENHANCEMENT_OPTION/.test(xml))
    yield /\\EI\b|<OVERWRITE>|\\SE:(?:BEGIN|END)/.test(xml) ? 'implicit_enhancement' : 'explicit_enhancement'
  if (type === 'ENHO' && /BADI_IMPL/.test(xml)) yield 'badi'
  if (type === 'CMOD') yield 'user_exit_include'
  if (type === 'WDYN' || type === 'WDYA') yield 'web_dynpro'
  if (/<DYNPROS>/.test(xml)) yield 'dynpro'
}
