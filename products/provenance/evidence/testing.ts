// Test helpers: a server that speaks the scanner's protocol, and a customer who uploads files.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { evidence, type NewEvidence, type NewUpload } from '@veritrace/contract/provenance/evidence'
import type { Tenant } from '@veritrace/platform/identity/tenancy/store'
import type { TestApp } from '@veritrace/platform/testing/app'

/** Reads frames like clamd and reports data that contains EICAR. `answer` replaces the verdict. */
export async function openScanner(options: { answer?: string } = {}) {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (received.toString() === 'zPING\0') return void socket.end('PONG\0')
      const bytes = unframe(received)
      if (options.answer !== undefined) socket.end(options.answer)
      else if (bytes) socket.end(bytes.includes('EICAR') ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const COMMAND = 'zINSTREAM\0'

/** The bytes after the command, once the final empty chunk has arrived. */
function unframe(received: Buffer): Buffer | undefined {
  if (received.subarray(0, COMMAND.length).toString() !== COMMAND) return undefined
  const chunks: Buffer[] = []
  for (let at = COMMAND.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A customer with helpers to upload, register and review evidence. */
export async function openCustomer(app: TestApp, plan: 'free' | 'pro' = 'pro') {
  const tenant: Tenant = await app.tenant({ plan })
  const as = (role: 'viewer' | 'reviewer' | 'member' | 'admin') => app.client(evidence, tenant, role)
  const presign = (text: string, details: Partial<NewUpload> = {}) =>
    as('member').presign({
      body: {
        filename: 'report.pdf',
        content_type: 'application/pdf',
        size_bytes: Buffer.byteLength(text),
        sha256: sha256Of(text),
        ...details,
      },
    })
  const upload = async (text: string, details?: Partial<NewUpload>) => {
    const { upload_url, headers, storage_key_token } = await presign(text, details)
    const { status } = await fetch(upload_url, { method: 'PUT', headers, body: text })
    if (status !== 201) throw new Error(`The upload failed with status ${status}.`)
    return storage_key_token
  }
  const register = async (text: string, details: Partial<NewEvidence> = {}, file?: Partial<NewUpload>) =>
    as('member').create({
      body: { storage_key_token: await upload(text, file), title: 'Report', kind: 'soc2_report', ...details },
    })
  const review = (id: string, review_status: 'in_review' | 'approved' | 'rejected' | 'changes_requested') =>
    as('reviewer').update({
      params: { id },
      body: { review_status, ...(/rejected|changes/.test(review_status) && { review_reason: 'It is unsigned.' }) },
    })
  const approve = async (id: string) => {
    await review(id, 'in_review')
    return review(id, 'approved')
  }
  return { tenant, as, presign, upload, register, review, approve }
}
