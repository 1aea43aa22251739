// What the XML of an abapGit object tells about the object itself: function modules and techniques. Read by its few known
// elements, so that no entity and no structure can do harm.
import type { FileObject } from '../../../estate/tables.ts'
import type { Words } from '../words.ts'

export function readDefinition(words: Words, said: FileObject, xml: string): void {
  for (const [, name] of xml.matchAll(/<FUNCNAME>([^<]{1,60})<\/FUNCNAME>/g))
    said.members.push(`FUNC:${name!.trim().toUpperCase()}`)
  for (const kind of techniquesOf(said, xml)) said.technologies.push(words.technology(kind, 0))
}

function* techniquesOf({ type }: FileObject, xml: string): Generator<string> {
  if (type === 'ENHO' && /HOOK_IMPL|ENHANCEMENT_OPTION/.test(xml))
    yield /\\EI\b|<OVERWRITE>|\\SE:(?:BEGIN|END)/.test(xml) ? 'implicit_enhancement' : 'explicit_enhancement'
  if (type === 'ENHO' && /BADI_IMPL/.test(xml)) yield 'badi'
  if (type === 'CMOD') yield 'user_exit_include'
  if (type === 'WDYN' || type === 'WDYA') yield 'web_dynpro'
  if (/<DYNPROS>/.test(xml)) yield 'dynpro'
}
