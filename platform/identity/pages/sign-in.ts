// The sign-in form, and its messages after a failure.
import { type Html, html, page } from '../../pages/layout.ts'

export interface SignInPage {
  /** The application that the person signs in to. */
  clientName: string
  email?: string
  problem?: 'wrong' | 'busy' | { lockedMinutes: number }
  /** URL of the page for a forgotten password. */
  reset: string
  /** URL of the sign-up page. */
  register?: string | undefined
  /** Shown in demo mode, with a button that signs in with it. */
  demo?: { email: string; password: string }
}

/** Forms post to the URL of their page. */
export function signInPage(view: SignInPage): string {
  const { problem, email, demo } = view
  const invalid = problem === 'wrong' && html` aria-invalid="true" aria-describedby="problem"`
  return page(
    problem ? 'Error: sign in' : 'Sign in',
    html`<h1>Sign in</h1>
<p>to continue to ${view.clientName}</p>
${problem && alert(problem)}
<form method="post">
<label>Email
<input name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="320" required value="${email ?? ''}"${invalid}${!email && html` autofocus`}>
</label>
<label>Password
<input name="password" type="password" autocomplete="current-password" maxlength="400" required${invalid}${email && html` autofocus`}>
</label>
<button>Sign in</button>
</form>
<p class="after"><a href="${view.reset}">Forgot your password?</a></p>
${view.register && html`<p class="after">No account yet? <a href="${view.register}">Create one</a></p>`}
${demo && demoAccount(demo)}`,
  )
}

/** For a client that requires explicit consent. */
export function consentPage(clientName: string, scopes: readonly string[]): string {
  const asked = scopes.length > 0 && html`<dl><dt>It asks for</dt><dd>${scopes.join(' ')}</dd></dl>`
  return page(
    'Allow access',
    html`<h1>Continue to ${clientName}?</h1>
<p>It will act for you with what your role allows.</p>
${asked}
<form method="post"><button name="consent" value="yes">Continue</button></form>
<form method="post"><button class="quiet" name="consent" value="no">Cancel</button></form>`,
  )
}

export const expiredPage = (): string =>
  messagePage(
    'This sign-in has expired',
    'It was open for too long, or was started or finished in another window. Go back to where you came from and sign in again, or start here.',
    html`<p class="after"><a href="/session/login">Sign in to Veritrace</a></p>`,
  )

/** The provider authenticated the person, but we could not sign them in. */
export const failedPage = (text: string, again: string): string =>
  messagePage(
    'This sign-in could not be completed',
    text,
    html`<p class="after"><a href="${again}">Sign in again</a></p>`,
  )

export const homelessPage = (again: string): string =>
  messagePage(
    'Your account has no workspace',
    'You signed in, but you are not a member of a workspace yet. Ask a workspace owner to invite the email address of your account.',
    html`<p class="after"><a href="${again}">Use another account</a> · <a href="/">Back to Veritrace</a></p>`,
  )

/**
 * How an emailed link reaches people: not at all, through a mail server, or on the demo page that shows outgoing email.
 */
export type MailRoute = { reaches: false } | { reaches: true; mailPage?: string }

/** Without a mail server a link would reach no one. */
export const noMailPage = (signIn: string): string =>
  messagePage(
    'This server sends no email',
    'Setting a new password requires an emailed link, and this server has no mail server configured. Ask the operator of this server to set SMTP_URL.',
    backTo(signIn),
  )

/** Link to the page on which a demo without a mail server shows its outgoing email. */
export const mailPageLink = (path: string | undefined): Html | undefined =>
  path === undefined
    ? undefined
    : html`<p class="after">This server runs in demo mode and sends no email: <a href="${path}">read its outgoing email here</a>.</p>`

export const backTo = (signIn: string): Html => html`<p class="after"><a href="${signIn}">Back to sign in</a></p>`

export const messagePage = (title: string, text: string, more?: Html): string =>
  page(title, html`<h1>${title}</h1><p>${text}</p>${more}`)

function alert(problem: NonNullable<SignInPage['problem']>): Html {
  const [title, text] = wordsFor(problem)
  return html`<p class="alert" id="problem" role="alert"><strong>${title}</strong> ${text}</p>`
}

function wordsFor(problem: NonNullable<SignInPage['problem']>): [string, string] {
  if (problem === 'wrong') return ['That did not match.', 'Check the email address and the password.']
  if (problem === 'busy') return ['Too many attempts from your network.', 'Wait a minute, then try again.']
  const { lockedMinutes: minutes } = problem
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return [
    'Too many wrong passwords.',
    `Try again in ${wait}, or ask the operator of this server to unlock your account.`,
  ]
}

const demoAccount = ({ email, password }: { email: string; password: string }): Html =>
  html`<section class="demo" aria-labelledby="demo">
<h2 id="demo">Demo account</h2>
<p>This server runs in demo mode: anyone who can reach it can use this account.</p>
<dl><dt>Email</dt><dd>${email}</dd><dt>Password</dt><dd>${password}</dd></dl>
<form method="post">
<input type="hidden" name="email" value="${email}"><input type="hidden" name="password" value="${password}">
<button class="quiet">Sign in with the demo account</button>
</form>
</section>`
