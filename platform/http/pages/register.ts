// Where people make an account: the form, what comes after it, and the page behind the mailed link.
import { PASSWORD_RULE } from '../../identity/users/passwords.ts'
import { html, page } from './layout.ts'
import { letterBoxAt, type MailRoute, messagePage } from './sign-in.ts'

export interface RegisterPage {
  email?: string
  name?: string
  /** What to change, in a sentence, and in which field. */
  problem?: { field?: 'email' | 'name' | 'password'; text: string }
  signIn: string
}

/** Forms post to the address of the page itself. */
export function registerPage({ email = '', name = '', problem, signIn }: RegisterPage): string {
  const invalid = (field: string) =>
    problem?.field === field && html` aria-invalid="true" aria-describedby="problem" autofocus`
  return page(
    problem ? 'Error: create an account' : 'Create an account',
    html`<h1>Create an account</h1>
<p>You will get a message with a link. The account is made when you follow it.</p>
${problem && html`<p class="alert" id="problem" role="alert"><strong>That did not work.</strong> ${problem.text}</p>`}
<form method="post">
<label>Name
<input name="name" autocomplete="name" maxlength="120" required value="${name}"${invalid('name') || (!problem && html` autofocus`)}>
</label>
<label>E-mail
<input name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required value="${email}"${invalid('email')}>
</label>
<label>Password
<input name="password" type="password" autocomplete="new-password" minlength="10" maxlength="200" required aria-description="${PASSWORD_RULE}"${invalid('password')}>
</label>
<p class="hint">${PASSWORD_RULE}</p>
<button>Create account</button>
</form>
<p class="after">You have one? <a href="${signIn}">Sign in</a></p>`,
  )
}

/** The same for every address. */
export function sentPage(email: string, mail: MailRoute): string {
  if (!mail.reaches)
    return messagePage(
      'Ask whoever runs this server',
      `This server sends no mail. The message to ${email} waits in its outbox: whoever runs the server can give you the link in it. It works for 24 hours.`,
    )
  return messagePage(
    'Look into your mailbox',
    `We have sent a message to ${email}. Follow the link in it within 24 hours. If nothing comes, look into the spam folder.`,
    letterBoxAt(mail.letterBox),
  )
}

/** The form makes the account, not the visit: programs that check mail follow links too. */
export const confirmPage = ({ email, wrong = false }: { email: string; wrong?: boolean }): string =>
  page(
    wrong ? 'Error: confirm your address' : 'Confirm your address',
    html`<h1>Confirm your address</h1>
<p>An account will be made for ${email}. If you did not ask for one, close this page.</p>
${wrong && html`<p class="alert" id="problem" role="alert"><strong>That is not the password.</strong> Write the one that you chose when you asked for the account.</p>`}
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
    'This link does not work any more',
    'It was used, or is older than 24 hours. If you have an account, sign in; if not, begin again.',
    html`<p class="after"><a href="${register}">Create an account</a></p>`,
  )
