// The account page of a signed-in user, with a form to change the password.

import { html, page } from '../../pages/layout.ts'
import { PASSWORD_RULE } from '../users/passwords.ts'
import type { User } from '../users/users.ts'

export interface AccountPage {
  user: Pick<User, 'displayName' | 'email'>
  problem?: { field?: 'old' | 'password'; text: string } | undefined
  changed?: boolean
}

export function accountPage({ user, problem, changed }: AccountPage): string {
  const invalid = (field: string) =>
    problem?.field === field && html` aria-invalid="true" aria-describedby="problem" autofocus`
  return page(
    problem ? 'Error: your account' : 'Your account',
    html`<h1>Your account</h1>
<dl><dt>Name</dt><dd>${user.displayName}</dd><dt>Email</dt><dd>${user.email}</dd></dl>
${changed && html`<p class="notice" role="status"><strong>Your password has been changed.</strong> You are still signed in here and have been signed out everywhere else.</p>`}
${problem && html`<p class="alert" id="problem" role="alert"><strong>That did not work.</strong> ${problem.text}</p>`}
<form method="post" aria-label="Change your password">
<input type="hidden" autocomplete="username" value="${user.email}">
<label>Current password
<input name="old" type="password" autocomplete="current-password" maxlength="400" required${invalid('old')}>
</label>
<label>New password
<input name="password" type="password" autocomplete="new-password" minlength="10" maxlength="200" required aria-description="${PASSWORD_RULE}"${invalid('password')}>
</label>
<p class="hint">${PASSWORD_RULE}</p>
<button>Change password</button>
</form>
<p class="after"><a href="/auth/reset">Forgot your password?</a> · <a href="/">Back to Veritrace</a></p>`,
  )
}
