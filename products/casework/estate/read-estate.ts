// Reads the merged estate of a project from all parsed files that are not superseded.
import type { Db } from '@veritrace/platform/db/db'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'
import type { Estate } from './estate.ts'
import { type EstateFile, mergeEstate } from './merge-estate.ts'
import {
  findEstateHead,
  listEstateFiles,
  listEstateObjects,
  listEstateReferences,
  listEstateUses,
  type ObjectRow,
  USE_BYTES,
} from './store.ts'
import type { ParsedObject, Technology } from './tables.ts'

/** Undefined if the project does not exist. */
export async function readEstate(db: Db<Tables>, scope: Scope, projectId: string): Promise<Estate | undefined> {
  const head = await findEstateHead(db, scope, projectId)
  if (!head) return undefined
  return mergeEstate(head, await readEstateFiles(db, scope, projectId))
}

/** The contents of each file, oldest first: of all kinds, or of the wanted ones. */
export async function readEstateFiles(
  db: Db<Tables>,
  scope: Scope,
  projectId: string,
  isWanted: (file: { kind: string }) => boolean = () => true,
): Promise<EstateFile[]> {
  const files = (await listEstateFiles(db, scope, projectId)).filter(isWanted)
  const ids = files.map(({ id }) => id)
  const objects = Map.groupBy(await listEstateObjects(db, scope, ids), ({ evidence_id }) => evidence_id)
  const references = Map.groupBy(await listEstateReferences(db, scope, ids), ({ evidence_id }) => evidence_id)
  const uses = new Map((await listEstateUses(db, scope, ids)).map((row) => [row.evidence_id, row.uses]))
  return files.map((file) => ({
    ...file,
    objects: (objects.get(file.id) ?? []).map(fileObject),
    references: references.get(file.id) ?? [],
    uses: unpackUses(uses.get(file.id)),
  }))
}

const fileObject = ({ evidence_id, ...row }: ObjectRow): ParsedObject => ({
  ...row,
  findings:
    row.findings === '0 0 0 0' ? NO_FINDINGS : (row.findings.split(' ').map(Number) as ParsedObject['findings']),
  technologies: row.technologies ? (JSON.parse(row.technologies) as Technology[]) : [],
  members: row.members ? row.members.split(' ') : [],
})
const NO_FINDINGS: ParsedObject['findings'] = [0, 0, 0, 0]

function unpackUses(bytes: Buffer = Buffer.alloc(0)): EstateFile['uses'] {
  const count = bytes.length / USE_BYTES
  const uses = {
    from: new Int32Array(count),
    to: new Int32Array(count),
    access: new Uint8Array(count),
    sites: new Int32Array(count),
    basis: new Uint8Array(count),
  }
  for (let at = 0, byte = 0; at < count; at++, byte += USE_BYTES) {
    uses.from[at] = bytes.readInt32BE(byte)
    uses.to[at] = bytes.readInt32BE(byte + 4)
    uses.sites[at] = bytes.readInt32BE(byte + 8)
    uses.access[at] = bytes.readInt16BE(byte + 12)
    uses.basis[at] = bytes.readInt16BE(byte + 14)
  }
  return uses
}
