// Decides the owner and the kind of each name once all its places are known. Undecidable names are reported with a reason.
import type { Repository } from './abaplint/repository.ts'
import type { FileReading } from './extraction.ts'
import { kindOf } from './kinds.ts'
import { originOf, reasonOf } from './origin.ts'
import type { Upload } from './upload.ts'
import { type Form, type Found, isLocalPlace, type Use } from './uses/found.ts'
import { isOwnType } from './uses/own-types.ts'

interface Settled {
  repository: Repository
  upload: Upload
  found: Found
  mains: ReadonlyMap<string, ReadonlySet<string>>
  open: ReadonlySet<string>
}

type FileOf = (filename: string) => FileReading | undefined

export function settleUses(settled: Settled, fileOf: FileOf): void {
  const { found } = settled
  for (const { file, line } of found.dynamic.values()) fileOf(file)?.dynamic.push(line)
  for (const use of found.uses.values()) {
    const reading = fileOf(use.file)
    if (reading && !isLocalPlace(found, use)) settle(settled, reading, use)
  }
}

function settle(settled: Settled, reading: FileReading, known: Use): void {
  const { found, upload } = settled
  const use = withDoubts(settled, known)
  const votes = found.votes.get(use.name) ?? {}
  const upType = upload.typeOf(use.name, use.form)
  const origin = originOf(use, votes, upload, upType !== undefined)
  const { name, access, line, column, length, from } = use
  if (origin === 'unresolved') {
    reading.unresolved.push({ name, line, reason: reasonOf(use, votes) ?? 'declared_elsewhere' })
    return
  }
  const kind = kindOf(use, votes, upType)
  const isSap = origin === 'sap' && !upload.isPartner(name)
  reading.resolved.push({ ...kind, access, line, column, length, from, isSap })
  if (isSap && access === 'write' && kind.type === 'TABL') addTechnology(reading, 'direct_write', line)
}

const IS_TYPE: ReadonlySet<Form> = new Set<Form>(['type', 'structure', 'reference', 'class'])

/** Declarations may be in a main program or an include that was not uploaded. */
function withDoubts({ found, mains, open }: Settled, use: Use): Use {
  const read = mains.get(use.file) ?? []
  const isOpen = [...read].some((main) => open.has(main))
  const isOwn = IS_TYPE.has(use.form) && isOwnType(found, read, use.name, isOpen)
  return {
    ...use,
    ...(isOpen && { mayBeInherited: true }),
    ...(isOwn && { unresolved: 'declared_elsewhere' as const }),
    ...(use.form === 'rows' &&
      found.elsewhere.has(use.file) &&
      use.from === 'native_sql' && { unresolved: 'other_database' as const }),
  }
}

function addTechnology(reading: FileReading, kind: string, line: number): void {
  if (!reading.technologies.some((one) => one.kind === kind)) reading.technologies.push({ kind, line })
}
