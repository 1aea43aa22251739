// Pages for signing out at the provider: the confirmation, and the page afterward if no client has a return URL.
import { Html, html, page } from '../../pages/layout.ts'
import { messagePage } from './sign-in.ts'

/** `form` is the provider's own hidden form with its CSRF token; the buttons belong to it. */
export const signOutPage = (form: string): string =>
  page(
    'Sign out',
    html`<h1>Sign out?</h1>
<p>You will be signed out of Veritrace in this browser.</p>
<div class="choices">
${new Html(form)}
<button form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>
<button form="op.logoutForm" class="quiet">Stay signed in</button>
</div>`,
  )

export const signedOutPage = (): string => messagePage('You are signed out', 'You can close this window.')
