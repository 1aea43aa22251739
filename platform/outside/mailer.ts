// Email: stored with the change that causes it, then sent by a job over SMTP, or only stored without a mail server.
import nodemailer from 'nodemailer'
import { type Clock, systemClock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { type Page, type PageQuery, pageById } from '../db/keyset.ts'
import { newId } from '../ids.ts'
import type { Job, Jobs } from '../jobs/job.ts'
import type { Log } from '../log.ts'
import type { DeliveryOutcome } from '../operation/metrics.ts'
import { checkMail, type Mail, type MailStatus, type NewMail, type SuppressionReason } from './mail.ts'
import { pruneMailJob, sendMailJob } from './mail-jobs.ts'
import { deleteSuppression, findSuppression, insertMail, insertSuppression, readMail } from './store.ts'

export interface MailerDeps {
  db: Db
  mail: Config['mail']
  /** Queue for `send-mail`; unused without a mail server. */
  jobs: Pick<Jobs, 'add'>
  log: Log
  clock?: Clock
  /** Called for every attempt to send an email. */
  onTried?: ((outcome: DeliveryOutcome) => void) | undefined
}

export interface Mailer {
  /** True if emails are sent over SMTP. */
  readonly configured: boolean
  /** Stores the email in the transaction of `tx`. Returns its ID. */
  send(tx: Db, mail: NewMail): Promise<string>
  /** Stops email to an address that bounced or complained. */
  suppress(tx: Db, address: string, reason: SuppressionReason): Promise<void>
  unsuppress(tx: Db, address: string): Promise<void>
  readonly jobs: readonly Job<never>[]
  /** Throws if the mail server cannot be used. Absent without a mail server. */
  check?: () => Promise<void>
  close(): void
}

export function openMailer({ db, mail, jobs, log, clock = systemClock, onTried }: MailerDeps): Mailer {
  const transport = mail.smtpUrl ? openTransport(mail.smtpUrl) : undefined
  return {
    configured: transport !== undefined,
    async send(tx, given) {
      checkMail(given)
      const id = given.id ?? newId('mail')
      const suppressed = await findSuppression(tx, given.to)
      const status: MailStatus = suppressed ? 'suppressed' : transport ? 'queued' : 'kept'
      const { tenant: tenant_id = null, html = null, stopAt: stop_at = null, to, subject, text, kind } = given
      const message = { id, tenant_id, html, stop_at, to, subject, text, kind, status }
      const fresh = await insertMail(tx, message, clock.now())
      if (fresh && status === 'queued') await jobs.add(tx, 'send-mail', { id })
      return id
    },
    suppress: (tx, address, reason) => insertSuppression(tx, address, reason, clock.now()),
    unsuppress: (tx, address) => deleteSuppression(tx, address),
    ...(transport && { check: async () => void (await transport.verify()) }),
    jobs: [sendMailJob({ db, transport, from: mail.from, log, clock, onTried }), pruneMailJob({ db, clock })],
    close: () => transport?.close(),
  }
}

/** Newest first, of one tenant or one address; of everyone only for the demo and for operators. */
export const listMail = (db: Db, query: PageQuery & { tenant?: string; to?: string }): Promise<Page<Mail>> =>
  pageById(`mail ${query.tenant ?? '*'} ${query.to ?? '*'}`, query, (after, count) => readMail(db, query, after, count))

const openTransport = (url: string) =>
  nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 4_000,
    greetingTimeout: 4_000,
    // A server may take long to accept an email, and giving up too early could send it twice. No one waits for this.
    socketTimeout: 30_000,
    // Bodies are our own text; nothing in them may read a file or URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
