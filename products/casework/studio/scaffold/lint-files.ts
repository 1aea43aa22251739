// Checks generated ABAP with abaplint. Uploads provide the context: signatures of the objects that the code names.
import type { Scaffold } from '@veritrace/contract/casework/studio-shapes'
import { Unreadable } from '../../evidence/reading/failures.ts'
import { counted } from '../../model/counted.ts'
import type { Scope } from '../../model/space.ts'
import { findSignatures } from '../../signatures/store.ts'
import type { Studio } from '../deps.ts'
import { contextFile } from './lint-context.ts'
import type { Written } from './write-files.ts'

type Lint = NonNullable<Scaffold['lint']>

/** File names as in abapGit. A snippet without an object is checked in the source that it changes. */
const OBJECT = /(?:^|\/)[^/.]+\.(?:clas|intf|prog|fugr|ddls|dcls|bdef|srvd|tabl|dtel)\.(?:.+\.)?\w+$/i
/** Words that could be names of objects. */
const WORD = /(?:\/\w{1,10}\/)?[A-Za-z]\w{2,39}/g
const MOST_NAMES = 500

export async function lintScaffold(
  deps: Studio,
  scope: Scope,
  { files, change, implied }: { files: Scaffold['files'] } & Pick<Written, 'change' | 'implied'>,
): Promise<Lint | undefined> {
  const judged = files
    .filter(({ path, language }) => OBJECT.test(path) && language !== 'markdown')
    .map(({ path, content }) => ({ filename: path, text: content }))
  if (judged.length === 0 && !change) return undefined
  const words = judged
    .filter(({ filename }) => /abap$|asddls$/.test(filename))
    .flatMap(({ text }) => text.match(WORD) ?? [])
  const names = [...new Set([...implied, ...words].map((word) => word.toUpperCase()))].slice(0, MOST_NAMES)
  const known = await findSignatures(deps.db, scope, names)
  const context = known.flatMap(({ value }) => contextFile(value) ?? [])
  try {
    const order = { files: judged, context, ...(change && { change }) }
    return await deps.sources.lint(order, { tenant: scope.tenant })
  } catch (error) {
    // The files are returned anyway, with a finding that says why they were not checked.
    if (error instanceof Unreadable) return unjudged(error.message, judged[0]?.filename ?? '')
    throw error
  }
}

const unjudged = (message: string, path: string): Lint => ({
  linter: 'abaplint',
  rules: [],
  findings: [{ path, line: 1, column: 1, rule: 'not_judged', message, origin: 'own' }],
  context: [],
})

export function lintCheck({ linter, findings }: Lint): Scaffold['checks'][number] {
  const own = findings.filter(({ origin }) => origin === 'own')
  const hidden = findings.length - own.length
  const rest = hidden > 0 ? ` ${counted(hidden, 'SAP name')} could not be looked up.` : ''
  return own.length > 0
    ? { id: 'lint', status: 'fail', message: `${linter} reports ${counted(own.length, 'finding')}.${rest}` }
    : { id: 'lint', status: 'pass', message: `${linter} reports no findings.${rest}` }
}
