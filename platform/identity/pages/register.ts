// Sign-up pages: the form, the page after it, and the page that the emailed link opens.

import { html, page } from '../../pages/layout.ts'
import { PASSWORD_RULE } from '../users/passwords.ts'
import { type MailRoute, mailPageLink, messagePage } from './sign-in.ts'

export interface RegisterPage {
  email?: string
  name?: string
  /** The problem in a sentence, and the field that has it. */
  problem?: { field?: 'email' | 'name' | 'password'; text: string }
  signIn: string
}

/** Forms post to the URL of their page. */
export function registerPage({ email = '', name = '', problem, signIn }: RegisterPage): string {
  const invalid = (field: string) =>
    problem?.field === field && html` aria-invalid="true" aria-describedby="problem" autofocus`
  return page(
    problem ? 'Error: create an account' : 'Create an account',
    html`<h1>Create an account</h1>
<p>We will send you an email with a link. Open it to create your account.</p>
${problem && html`<p class="alert" id="problem" role="alert"><strong>That did not work.</strong> ${problem.text}</p>`}
<form method="post">
<label>Name
<input name="name" autocomplete="name" maxlength="120" required value="${name}"${invalid('name') || (!problem && html` autofocus`)}>
</label>
<label>Email
<input name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required value="${email}"${invalid('email')}>
</label>
<label>Password
<input name="password" type="password" autocomplete="new-password" minlength="10" maxlength="200" required aria-description="${PASSWORD_RULE}"${invalid('password')}>
</label>
<p class="hint">${PASSWORD_RULE}</p>
<button>Create account</button>
</form>
<p class="after">Already have an account? <a href="${signIn}">Sign in</a></p>`,
  )
}

/** The same page for every email address, so that it does not reveal who has an account. */
export function sentPage(email: string, mail: MailRoute): string {
  if (!mail.reaches)
    return messagePage(
      'Ask the operator of this server',
      `This server sends no email. The message to ${email} is in its outbox: the operator of the server can give you the link in it. The link works for 24 hours.`,
    )
  return messagePage(
    'Check your inbox',
    `We have sent an email to ${email}. Follow the link in it within 24 hours. If nothing arrives, check your spam folder.`,
    mailPageLink(mail.mailPage),
  )
}

/** The form creates the account, not the visit, because mail scanners follow links too. */
export const confirmPage = ({ email, wrong = false }: { email: string; wrong?: boolean }): string =>
  page(
    wrong ? 'Error: confirm your address' : 'Confirm your address',
    html`<h1>Confirm your address</h1>
<p>We will create an account for ${email}. If you did not sign up, close this page.</p>
${wrong && html`<p class="alert" id="problem" role="alert"><strong>That is not the password.</strong> Enter the one that you chose when you signed up.</p>`}
<form method="post">
<input type="hidden" autocomplete="username" value="${email}">
<label>The password you chose
<input name="password" type="password" autocomplete="current-password" maxlength="200" required autofocus${wrong && html` aria-invalid="true" aria-describedby="problem"`}>
</label>
<button>Confirm and create the account</button>
</form>`,
  )

export const readyPage = (signIn: string): string =>
  messagePage(
    'Your account is ready',
    'You can sign in now.',
    html`<p class="after"><a href="${signIn}">Sign in</a></p>`,
  )

export const oldLinkPage = (register: string): string =>
  messagePage(
    'This link no longer works',
    'It was used, or is older than 24 hours. If you have an account, sign in; if not, sign up again.',
    html`<p class="after"><a href="${register}">Create an account</a></p>`,
  )
