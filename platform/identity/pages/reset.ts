// Pages for a forgotten password: the form that asks for the email address, the page after it, and the page that the
// emailed link opens.

import { type Html, html, page } from '../../pages/layout.ts'
import { PASSWORD_RULE } from '../users/passwords.ts'
import { RESET_MINUTES } from '../users/reset-password.ts'
import { backTo, mailPageLink, messagePage } from './sign-in.ts'

export interface AskPage {
  email?: string
  problem?: string
  signIn: string
}

/** Forms post to the URL of their page. */
export const askPage = ({ email = '', problem, signIn }: AskPage): string =>
  page(
    problem ? 'Error: forgot your password' : 'Forgot your password',
    html`<h1>Forgot your password?</h1>
<p>Enter the email address of your account. We will send you a link to set a new password.</p>
${problem && alert(problem)}
<form method="post">
<label>Email
<input name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required value="${email}" autofocus${problem && INVALID}>
</label>
<button>Send link</button>
</form>
${backTo(signIn)}`,
  )

/** The same page for every email address, so that it does not reveal who has an account. */
export const askedPage = (email: string, signIn: string, mailPage?: string): string =>
  messagePage(
    'Check your inbox',
    `If ${email} has an account here, we have sent an email with a link. The link works for ${RESET_MINUTES} minutes. If nothing arrives, check your spam folder, or try another email address that you may have used.`,
    html`${mailPageLink(mailPage)}${backTo(signIn)}`,
  )

/** The form sets the password, not the visit, because mail scanners follow links too. */
export const newPasswordPage = ({ email, problem }: { email: string; problem?: string }): string =>
  page(
    problem ? 'Error: set a new password' : 'Set a new password',
    html`<h1>Set a new password</h1>
<p>for ${email}. All sessions that use the old password will be signed out.</p>
${problem && alert(problem)}
<form method="post">
<input type="hidden" autocomplete="username" value="${email}">
<label>New password
<input name="password" type="password" autocomplete="new-password" minlength="10" maxlength="200" required autofocus aria-description="${PASSWORD_RULE}"${problem && INVALID}>
</label>
<p class="hint">${PASSWORD_RULE}</p>
<button>Set password</button>
</form>`,
  )

export const changedPage = (signIn: string): string =>
  messagePage(
    'Your password has been changed',
    'You were signed out everywhere. Sign in with your new password.',
    html`<p class="after"><a href="${signIn}">Sign in</a></p>`,
  )

/** The same page for a link that never existed. */
export const voidLinkPage = (again: string): string =>
  messagePage(
    'This link no longer works',
    `It was used, is older than ${RESET_MINUTES} minutes, or was replaced by a newer one.`,
    html`<p class="after"><a href="${again}">Request a new link</a></p>`,
  )

export const busyPage = (): string =>
  messagePage('Too many attempts from your network', 'Wait a minute, then open the link again. It still works.')

const INVALID = html` aria-invalid="true" aria-describedby="problem"`
const alert = (text: string): Html =>
  html`<p class="alert" id="problem" role="alert"><strong>That did not work.</strong> ${text}</p>`
