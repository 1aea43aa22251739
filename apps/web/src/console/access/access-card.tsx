// The sign-in card for visitors without a session: sign in, or use an API key.
import { type FormEvent, useId } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { type Access, storeKey } from './access.ts'

/** The server rejects longer return addresses. */
const MAX_RETURN_LENGTH = 1_000

export function signInAddress(): string {
  const here = location.pathname + location.hash
  return `/session/login?return_to=${encodeURIComponent(here.length > MAX_RETURN_LENGTH ? location.pathname : here)}`
}

export function AccessCard({ onEnter }: { onEnter(access: Access): void }) {
  const id = useId()
  const enter = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name) ?? '').trim()
    const key = { key: text('key'), tenant: text('tenant'), workspace: text('workspace') || text('tenant') }
    storeKey(key)
    onEnter({ by: 'key', key })
  }
  return (
    <section className="access" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Sign in to query the graph</h2>
      <p>Queries run with your rights on the graphs of your workspace.</p>
      <p className="state-actions">
        <a className="tool solid" href={signInAddress()}>
          Sign in
        </a>
      </p>
      <form onSubmit={enter}>
        <h3>
          <Icon name="key" /> Or use an API key
        </h3>
        <label>
          <span>Key or token</span>
          <input name="key" type="password" required autoComplete="off" spellCheck={false} placeholder="vk_…" />
        </label>
        <div className="pair">
          <label>
            <span>Tenant</span>
            <input name="tenant" required autoComplete="off" autoCapitalize="off" spellCheck={false} />
          </label>
          <label>
            <span>Workspace</span>
            <input
              name="workspace"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              placeholder="same as tenant"
            />
          </label>
        </div>
        <p className="fine">The key is stored in this tab only and removed when you close it.</p>
        <button type="submit" className="tool">
          Use key
        </button>
      </form>
    </section>
  )
}
