// An email, and its validation before it is stored. Pure.
import { fail } from '../errors.ts'

/** kept: without a mail server, the email can only be read here. */
export type MailStatus = 'queued' | 'kept' | 'sent' | 'bounced' | 'failed' | 'suppressed'
export type SuppressionReason = 'bounce' | 'complaint'

export interface Mail {
  id: string
  tenant_id: string | null
  kind: string
  to: string
  subject: string
  text: string
  html: string | null
  stop_at: string | null
  status: MailStatus
  attempts: number
  last_error: string | null
  created_at: Date
  sent_at: Date | null
}

export interface NewMail {
  tenant?: string
  to: string
  subject: string
  text: string
  html?: string
  /**
   * The URL that unsubscribes from emails of this kind with one POST (RFC 8058); mail programs show a button for it.
   */
  stopAt?: string
  /** The kind of email, such as `invitation`. */
  kind: string
  /** Emails with the same ID are stored and sent once. */
  id?: string
}

const MAX_SUBJECT = 500
const MAX_BODY = 1_000_000
// One plain address: no display name, list or quotes, and nothing that could end a header.
const ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are rejected
const CONTROL = /[\x00-\x1f\x7f\u2028\u2029]/

/** Throws 422 for an email that could not be sent, or that could inject headers. */
export function checkMail(mail: NewMail): void {
  if (!ADDRESS.test(mail.to) || mail.to.includes('..')) fail('unacceptable', 'This is not an email address.')
  if (CONTROL.test(mail.subject) || mail.subject.length > MAX_SUBJECT)
    fail('unacceptable', `A subject is one line of at most ${MAX_SUBJECT} characters.`)
  if (mail.id !== undefined && !/^[A-Za-z0-9_-]{1,100}$/.test(mail.id))
    fail('unacceptable', 'The ID of an email consists of a-z, A-Z, 0-9, - and _.')
  if (mail.stopAt !== undefined && (CONTROL.test(mail.stopAt) || !URL.canParse(mail.stopAt)))
    fail('unacceptable', 'The unsubscribe address must be a URL.')
  if (mail.text.length + (mail.html?.length ?? 0) > MAX_BODY) fail('unacceptable', 'The email is too large.')
}

/** The same for all attempts, so that a mailbox can drop duplicates. */
export const messageIdOf = (id: string, from: string): string =>
  `<${id}@${/@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'}>`
