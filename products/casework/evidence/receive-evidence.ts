// Receives a file: streams its bytes to storage, then adds its record and the parse job.
import {
  type EvidenceFields,
  type EvidenceItem,
  EvidenceText,
  LARGEST_EVIDENCE,
  LARGEST_JSON_EVIDENCE,
} from '@veritrace/contract/casework/evidence'
import { type Answer, answer } from '@veritrace/platform/answer'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import { cutText } from '@veritrace/platform/text'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { getActiveProject } from '../projects/get-project.ts'
import { addEvidence, type StoredFile } from './add-evidence.ts'
import { checked, requireStorableTexts } from './check-fields.ts'
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
  // Before the body is read: a caller without access to the project cannot upload anything.
  await getActiveProject(deps.db, scopeOf(caller), projectId)
  const id = newId('evi')
  const key = `${evidencePrefix(caller.tenant, projectId)}${id}`
  let isStored = false
  try {
    const { fields, stored } = contentType.toLowerCase().startsWith('multipart/form-data')
      ? await readForm(body, contentType, (file) => storeFile(deps, id, key, file))
      : await readJson(deps, id, key, body)
    const given = await transact(deps.db, async (tx) => {
      const { row, outcome } = await addEvidence(deps, tx, caller, projectId, stored, fields)
      return answer(viewEvidence(row, outcome === 'duplicate'), { status: outcome === 'duplicate' ? 200 : 202 })
    })
    isStored = given.body.id === id
    return given
  } finally {
    if (!isStored) await deps.blobs.delete(key)
  }
}

async function storeFile({ blobs }: Casework, id: string, key: string, file: FormFile): Promise<StoredFile> {
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
): Promise<{ fields: EvidenceFields; stored: StoredFile }> {
  const { filename, text, content_base64, ...fields } = checked<EvidenceText>(EvidenceText, await jsonOf(body))
  if ((text === undefined) === (content_base64 === undefined))
    fail('invalid_body', 'Send either text or content_base64.', {
      errors: [{ path: 'text', message: 'or content_base64 is required, but not both' }],
    })
  const bytes = text !== undefined ? Buffer.from(text) : Buffer.from(content_base64!, 'base64')
  requireStorableTexts(fields)
  return { fields, stored: await storeFile(deps, id, key, { filename, mediaType: '', bytes: whole(bytes) }) }
}

async function jsonOf(body: AsyncIterable<Uint8Array>): Promise<unknown> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > LARGEST_JSON_EVIDENCE)
      fail(
        'body_too_large',
        'A file in JSON may have 5 MB. Send a larger one as multipart/form-data.',
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

/** Removes folders and control characters. */
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
