// For who is not signed in: the usual way, and a key for those who have one.
import { type FormEvent, useId } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { type Access, keepKey } from './access.ts'

/** Longer addresses the server does not lead back to. */
const LONGEST_WAY_BACK = 1_000

export function signInAddress(): string {
  const here = location.pathname + location.hash
  return `/session/login?return_to=${encodeURIComponent(here.length > LONGEST_WAY_BACK ? location.pathname : here)}`
}

export function AccessCard({ onEnter }: { onEnter(access: Access): void }) {
  const id = useId()
  const enter = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name) ?? '').trim()
    const key = { key: text('key'), tenant: text('tenant'), workspace: text('workspace') || text('tenant') }
    keepKey(key)
    onEnter({ by: 'key', key })
  }
  return (
    <section className="access" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Sign in to ask the graph</h2>
      <p>Queries run with your rights, in the graphs of your workspace.</p>
      <p className="state-actions">
        <a className="tool solid" href={signInAddress()}>
          Sign in
        </a>
      </p>
      <form onSubmit={enter}>
        <h3>
          <Icon name="key" /> Or with an API key
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
              placeholder="as the tenant"
            />
          </label>
        </div>
        <p className="fine">It stays in this tab and is gone when the tab is closed.</p>
        <button type="submit" className="tool">
          Use the key
        </button>
      </form>
    </section>
  )
}
