// Fills the demo's workspace with evidence, pinned vendors and trust requests.
import type { Caller } from '@veritrace/platform/caller'
import type { Provenance } from '../deps.ts'
import { keyPrefix } from '../evidence/rules.ts'
import { pinVendor } from '../pins/pin-vendor.ts'
import { createRequest } from '../requests/create-request.ts'
import { EVIDENCE, PINS, REQUESTS } from './content.ts'
import { ignoreExisting } from './ignore-existing.ts'
import { insertEvidence } from './store.ts'

const DAY_MS = 24 * 3_600_000
const CONTENT_TYPE = 'text/markdown'

export async function seedEvidence(deps: Provenance, { tenant }: Caller, now: Date): Promise<void> {
  const rows = await Promise.all(
    EVIDENCE.map(async ({ text, endsInDays, ...evidence }, i) => {
      const storage_key = `${keyPrefix(tenant, 'hot')}demo_${i + 1}`
      const { size, sha256 } = await deps.blobs.put(storage_key, Buffer.from(text), { contentType: CONTENT_TYPE })
      return {
        ...evidence,
        ...{ id: `evd_demo_${i + 1}`, tenant_id: tenant },
        ...{ storage_key, content_type: CONTENT_TYPE, size_bytes: size, sha256 },
        ...{ upload_status: 'uploaded' as const, scan_status: 'skipped' as const },
        valid_until: new Date(now.getTime() + endsInDays * DAY_MS),
      }
    }),
  )
  await insertEvidence(deps.db, rows)
}

export async function seedWorkspace(deps: Provenance, caller: Caller): Promise<void> {
  for (const pin of PINS) await pinVendor(deps, caller, pin).catch(ignoreExisting('vendor_pinned'))
  for (const { requested_items, ...request } of REQUESTS)
    await createRequest(deps, caller, { ...request, requested_items: [...requested_items] }).catch(
      ignoreExisting('request_open_already'),
    )
}
