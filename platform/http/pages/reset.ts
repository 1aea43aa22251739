// Where people who forgot their password get a new one: the question for the address, what comes after it, and the page
// behind the mailed link.
import { PASSWORD_RULE } from '../../identity/users/passwords.ts'
import { RESET_MINUTES } from '../../identity/users/reset-password.ts'
import { type Html, html, page } from './layout.ts'
import { backTo, letterBoxAt, messagePage } from './sign-in.ts'

export interface AskPage {
  email?: string
  problem?: string
  signIn: string
}

/** Forms post to the address of the page itself. */
export const askPage = ({ email = '', problem, signIn }: AskPage): string =>
  page(
    problem ? 'Error: forgot your password' : 'Forgot your password',
    html`<h1>Forgot your password?</h1>
<p>Write the address of your account. You will get a message with a link to set a new password.</p>
${problem && alert(problem)}
<form method="post">
<label>E-mail
<input name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required value="${email}" autofocus${problem && INVALID}>
</label>
<button>Send the link</button>
</form>
${backTo(signIn)}`,
  )

/** The same for every address. */
export const askedPage = (email: string, signIn: string, letterBox?: string): string =>
  messagePage(
    'Look into your mailbox',
    `If ${email} has an account here, a message with a link is on its way. The link works for ${RESET_MINUTES} minutes. If nothing comes, look into the spam folder, or try another address that you may have used.`,
    html`${letterBoxAt(letterBox)}${backTo(signIn)}`,
  )

/** The form sets the password, not the visit: programs that check mail follow links too. */
export const newPasswordPage = ({ email, problem }: { email: string; problem?: string }): string =>
  page(
    problem ? 'Error: set a new password' : 'Set a new password',
    html`<h1>Set a new password</h1>
<p>for ${email}. Everybody who is signed in with the old one will be signed out.</p>
${problem && alert(problem)}
<form method="post">
<input type="hidden" autocomplete="username" value="${email}">
<label>New password
<input name="password" type="password" autocomplete="new-password" minlength="10" maxlength="200" required autofocus aria-description="${PASSWORD_RULE}"${problem && INVALID}>
</label>
<p class="hint">${PASSWORD_RULE}</p>
<button>Set the password</button>
</form>`,
  )

export const changedPage = (signIn: string): string =>
  messagePage(
    'Your password is changed',
    'You were signed out everywhere. Sign in with the new password to go on.',
    html`<p class="after"><a href="${signIn}">Sign in</a></p>`,
  )

/** The same for a link that never was. */
export const voidLinkPage = (again: string): string =>
  messagePage(
    'This link does not work any more',
    `It was used, is older than ${RESET_MINUTES} minutes, or a newer one was sent.`,
    html`<p class="after"><a href="${again}">Ask for a new link</a></p>`,
  )

export const busyPage = (): string =>
  messagePage('Too many tries from your network', 'Wait a minute, then open the link again. It still works.')

const INVALID = html` aria-invalid="true" aria-describedby="problem"`
const alert = (text: string): Html =>
  html`<p class="alert" id="problem" role="alert"><strong>That did not work.</strong> ${text}</p>`
