// Signing out at the provider: the question before, and the page after where no client wants the person back.
import { Html, html, page } from './layout.ts'
import { messagePage } from './sign-in.ts'

/** `form` is the provider's own hidden form, with its token against forgery; the buttons belong to it. */
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
