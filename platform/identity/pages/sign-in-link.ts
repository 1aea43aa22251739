// Pages after too many wrong passwords: the hint to check email, the page that the emailed link opens, and the page for
// a link from an operator.

import { html, page } from '../../pages/layout.ts'
import { LINK_MINUTES } from '../users/sign-in-link.ts'
import { type MailRoute, mailPageLink, messagePage } from './sign-in.ts'

interface Mailed {
  signIn: string
  reset: string
  mail: MailRoute
}

/** The same page for every email address, whether the password was right or wrong. */
export const mailedPage = (email: string, { signIn, reset, mail }: Mailed): string =>
  page(
    'Check your email',
    html`<h1>Check your email</h1>
<p>There were too many wrong passwords for this address, so we need to be sure it’s you. If the password you typed is right, we sent a link to <strong>${email}</strong>. Open it in this browser within ${LINK_MINUTES} minutes to finish signing in.</p>
${mail.reaches && mailPageLink(mail.mailPage)}
<p class="after">No message? Check your spam folder. If the password may be wrong, <a href="${signIn}">try again</a> or <a href="${reset}">set a new one</a>.</p>`,
  )

/** The form signs in, not the visit, because mail scanners follow links too. */
export const finishPage = (email: string): string =>
  page(
    'Finish signing in',
    html`<h1>Finish signing in</h1>
<p>as ${email}</p>
<form method="post"><button autofocus>Sign in</button></form>`,
  )

export const otherBrowserPage = (): string =>
  messagePage(
    'Open this link in the browser you signed in with',
    `The link works only in the browser in which you started to sign in, for ${LINK_MINUTES} minutes. Copy it there, or sign in again here.`,
    html`<p class="after"><a href="/session/login">Sign in to Veritrace</a></p>`,
  )

/** The same page for a link that never existed. */
export const voidSignInLinkPage = (signIn: string): string =>
  messagePage(
    'This link no longer works',
    `It was used, or is older than ${LINK_MINUTES} minutes. Sign in again to get a new one.`,
    html`<p class="after"><a href="${signIn}">Sign in</a></p>`,
  )

export const browserPage = (email: string): string =>
  page(
    'Use this browser',
    html`<h1>Use this browser to sign in?</h1>
<p>Someone has been trying wrong passwords for ${email}. After this step, they cannot keep you out of this browser. Only continue on your own device.</p>
<form method="post"><button autofocus>Use this browser</button></form>`,
  )

export const browserReadyPage = (email: string): string =>
  messagePage(
    'This browser is ready',
    `Sign in as ${email} with your password.`,
    html`<p class="after"><a href="/session/login">Sign in</a></p>`,
  )

export const voidBrowserLinkPage = (): string =>
  messagePage(
    'This link no longer works',
    'It was used, or is older than a day. Ask the operator of this server for a new one.',
    html`<p class="after"><a href="/session/login">Sign in</a></p>`,
  )
