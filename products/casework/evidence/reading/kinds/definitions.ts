// Extracts function modules and technologies from the XML of an abapGit object. Only a few known elements are matched, so
// that entities and nesting cannot do harm.
import type { ParsedObject } from '../../../estate/tables.ts'
import type { Words } from '../words.ts'

export function readDefinition(words: Words, record: ParsedObject, xml: string): void {
  for (const [, name] of xml.matchAll(/<FUNCNAME>([^<]{1,60})<\/FUNCNAME>/g))
    record.members.push(`FUNC:${name!.trim().toUpperCase()}`)
  for (const kind of techniquesOf(record, xml)) record.technologies.push(words.technology(kind, 0))
}

function* techniquesOf({ type }: ParsedObject, xml: string): Generator<string> {
  if (type === 'ENHO' && /HOOK_IMPL|ENHANCEMENT_OPTION/.test(xml))
    yield /\\EI\b|<OVERWRITE>|\\SE:(?:BEGIN|END)/.test(xml) ? 'implicit_enhancement' : 'explicit_enhancement'
  if (type === 'ENHO' && /BADI_IMPL/.test(xml)) yield 'badi'
  if (type === 'CMOD') yield 'user_exit_include'
  if (type === 'WDYN' || type === 'WDYA') yield 'web_dynpro'
  if (/<DYNPROS>/.test(xml)) yield 'dynpro'
}
