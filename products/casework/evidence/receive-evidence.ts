// Takes a file: its bytes first, as they come, then its record and the job that reads it.
import {
  type EvidenceFields,
  type EvidenceItem,
  EvidenceText,
  LARGEST_EVIDENCE,
  LARGEST_JSON_EVIDENCE,
} from '@veritrace/contract/casework/evidence'
import { transact } from '@veritrace/platform/db/transact'
import { fail } from '@veritrace/platform/errors'
import { type Answer, answer } from '@veritrace/platform/http/answer'
import type { Caller } from '@veritrace/platform/identity/caller'
import { newId } from '@veritrace/platform/ids'
import { cutText } from '@veritrace/platform/text'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { getActiveProject } from '../projects/get-project.ts'
import { addEvidence, type KeptFile } from './add-evidence.ts'
import { checked, requireTexts } from './check-fields.ts'
import { type FormFile, readForm } from './read-form.ts'
import { evidencePrefix } from './rules.ts'
import { viewEvidence } from './view.ts'

interface Upload {
  body: AsyncIterable<Uint8Array>
  contentType: string
}

export async function receiveEvidence(
  deps: Casework,
  caller: Caller,
  projectId: string,
  { body, contentType }: Upload,
): Promise<Answer<EvidenceItem>> {
  // Before a byte is read: who may not see the project sends nothing.
  await getActiveProject(deps.db, scopeOf(caller), projectId)
  const id = newId('evi')
  const key = `${evidencePrefix(caller.tenant, projectId)}${id}`
  let isKept = false
  try {
    const { fields, kept } = contentType.toLowerCase().startsWith('multipart/form-data')
      ? await readForm(body, contentType, (file) => keepFile(deps, id, key, file))
      : await readJson(deps, id, key, body)
    const given = await transact(deps.db, async (tx) => {
      const { row, outcome } = await addEvidence(deps, tx, caller, projectId, kept, fields)
      return answer(viewEvidence(row, outcome === 'duplicate'), { status: outcome === 'duplicate' ? 200 : 202 })
    })
    isKept = given.body.id === id
    return given
  } finally {
    if (!isKept) await deps.blobs.delete(key)
  }
}

async function keepFile({ blobs }: Casework, id: string, key: string, file: FormFile): Promise<KeptFile> {
  const { size, sha256 } = await blobs.put(key, file.bytes, {
    contentType: 'application/octet-stream',
    maxBytes: LARGEST_EVIDENCE,
  })
  if (size === 0) fail('malformed_body', 'The file is empty.')
  return { id, key, filename: plainName(file.filename), mediaType: file.mediaType, bytes: size, sha256 }
}

async function readJson(
  deps: Casework,
  id: string,
  key: string,
  body: AsyncIterable<Uint8Array>,
): Promise<{ fields: EvidenceFields; kept: KeptFile }> {
  const { filename, text, content_base64, ...fields } = checked<EvidenceText>(EvidenceText, await jsonOf(body))
  if ((text === undefined) === (content_base64 === undefined))
    fail('invalid_body', 'Send either text or content_base64.', {
      errors: [{ path: 'text', message: 'or content_base64 is required, and not both' }],
    })
  const bytes = text !== undefined ? Buffer.from(text) : Buffer.from(content_base64!, 'base64')
  requireTexts(fields)
  return { fields, kept: await keepFile(deps, id, key, { filename, mediaType: '', bytes: whole(bytes) }) }
}

async function jsonOf(body: AsyncIterable<Uint8Array>): Promise<unknown> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > LARGEST_JSON_EVIDENCE)
      fail(
        'body_too_large',
        'As JSON a file may have 5 MB; send a larger one as multipart/form-data.',
        {},
        { connection: 'close' },
      )
    parts.push(part)
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts)))
  } catch {
    return fail('malformed_json')
  }
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Without folders and without what no terminal should print. */
const plainName = (filename: string): string =>
  cutText(
    filename
      .split(/[/\\]/)
      .at(-1)!
      .replace(/\p{Cc}/gu, '')
      .toWellFormed()
      .trim(),
    255,
  ) || 'unnamed'
