// Handles an event of the email provider: verifies it, processes it once, and stops sending to failed addresses.
import { transact } from '@veritrace/platform/db/transact'
import { fail } from '@veritrace/platform/errors'
import { parseJsonBody } from '@veritrace/platform/http/json-body'
import { type IncomingMessage, verify } from '@veritrace/platform/webhooks/verify'
import type { Provenance } from '../deps.ts'
import { readEmailEvent } from './rules.ts'
import { deleteMessagesBefore, insertMessage } from './store.ts'

/** How long event ids are stored to detect repeats. Senders stop retrying long before. */
const REMEMBERED_MS = 90 * 24 * 3_600_000

export async function hearEmail({ config, db, clock, mailer }: Provenance, message: IncomingMessage) {
  const secret =
    config.emailWebhook.secret ?? fail('not_configured', 'No webhook secret of the email provider is configured.')
  const now = clock.now()
  const id = verify([secret], message, now)
  const event = readEmailEvent(parseJsonBody(message.body)) ?? fail('malformed_json', 'The body is not an event.')
  await transact(db, async (tx) => {
    if (!(await insertMessage(tx, id, event.type, now))) return
    for (const address of event.stop?.addresses ?? []) await mailer.suppress(tx, address, event.stop!.reason)
    await deleteMessagesBefore(tx, new Date(now.getTime() - REMEMBERED_MS))
  })
  return { received: true }
}
