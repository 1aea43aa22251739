// Sends the emails in the outbox, at least once; the Message-ID stays the same.
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { Job } from '../jobs/job.ts'
import type { Log } from '../log.ts'
import type { DeliveryOutcome } from '../operation/metrics.ts'
import { messageIdOf } from './mail.ts'
import { findMail, findSuppression, insertSuppression, markSuppressed, noteTry, pruneMail } from './store.ts'

/** The part of a nodemailer transport that is used. */
export interface Transport {
  sendMail(message: {
    from: string
    to: string
    subject: string
    text: string
    html?: string
    messageId: string
    date: Date
    headers?: Record<string, string>
  }): Promise<unknown>
}

const RETRIES = 8
const KEEP_MS = 30 * 24 * 3_600_000
const BATCH = 2_000

interface SendMailDeps {
  db: Db
  transport: Transport | undefined
  from: string
  log: Log
  clock: Clock
  onTried?: ((outcome: DeliveryOutcome) => void) | undefined
}

export const sendMailJob = (deps: SendMailDeps): Job<{ id: string }> => ({
  name: 'send-mail',
  retries: RETRIES,
  backoffSeconds: 30,
  timeoutSeconds: 120,
  concurrency: 4,
  async handle({ id }, run) {
    const { db, transport, clock } = deps
    const mail = await findMail(db, id)
    // An email that failed in all attempts is sent again if its dead letter is requeued.
    if (mail?.status !== 'queued' && mail?.status !== 'failed') return
    if (!transport) throw new Error('SMTP_URL is not set, so this email cannot be sent.')
    if (await findSuppression(db, mail.to)) return markSuppressed(db, id)
    const { to, subject, text, html, stop_at, created_at: date } = mail
    const message = { from: deps.from, to, subject, text, date, messageId: messageIdOf(id, deps.from) }
    try {
      await transport.sendMail({ ...message, ...(html !== null && { html }), ...(stop_at && stoppedAt(stop_at)) })
    } catch (error) {
      return noteFailure(deps, mail, error as SmtpError, run.attempt > RETRIES)
    }
    deps.onTried?.('delivered')
    await noteTry(db, id, 'sent', null, clock.now())
  },
})

const stoppedAt = (address: string) => ({
  headers: { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
})

export const pruneMailJob = ({ db, clock }: { db: Db; clock: Clock }): Job<object> => ({
  name: 'prune-mail',
  schedule: '41 3 * * *',
  concurrency: 1,
  async handle(_data, run) {
    const before = new Date(clock.now().getTime() - KEEP_MS)
    let pruned: number
    do pruned = await pruneMail(db, before, BATCH)
    while (pruned === BATCH && !run.signal.aborted)
  },
})

interface SmtpError extends Error {
  command?: string
  response?: string
  responseCode?: number
  /** The server rejected it permanently. */
  permanent?: boolean
}

/** A permanent rejection is a bounce and ends here; anything else is thrown, and the job is retried. */
async function noteFailure(
  { db, clock, onTried }: SendMailDeps,
  mail: { id: string; to: string },
  error: SmtpError,
  last: boolean,
): Promise<void> {
  const now = clock.now()
  const said = (error.response ?? error.message).slice(0, 1_000)
  const bounced = error.permanent && /^(RCPT|DATA)/.test(error.command ?? '')
  onTried?.(bounced || last ? 'dead' : 'failed')
  if (bounced) {
    await noteTry(db, mail.id, 'bounced', said, now)
    if (isUnknownMailbox(error)) await insertSuppression(db, mail.to, 'bounce', now)
    return
  }
  await noteTry(db, mail.id, last ? 'failed' : 'queued', said, now)
  throw Object.assign(error, { retryable: !error.permanent })
}

/** RFC 3463: 5.1.x is about the address. A 550 without an enhanced code counts too. */
function isUnknownMailbox({ command, response = '', responseCode }: SmtpError): boolean {
  if (!command?.startsWith('RCPT')) return false
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(response)?.[1]
  return enhanced ? enhanced.startsWith('5.1.') : responseCode === 550
}
