import { type ErrorComponentProps, Link, useNavigate } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button, buttonClass } from '../ui/button.tsx'
import { SearchInput } from '../ui/field.tsx'
import { Empty, ErrorState } from '../ui/states.tsx'
import { explain } from './api.ts'

export function NotFound() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void navigate({ to: '/investigate', search: { tab: 'search', q: text.trim() } })
  }
  return (
    <Empty
      isPage
      icon={SearchX}
      title="There is nothing at this address"
      action={
        <>
          <form aria-label="Search" onSubmit={onSubmit} className="flex gap-2 max-sm:w-full">
            <SearchInput
              aria-label="Name or question"
              placeholder="A name or a question"
              className="w-56 max-sm:w-auto max-sm:min-w-0 max-sm:flex-1"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <Button type="submit" variant="solid" disabled={!text.trim()}>
              Search
            </Button>
          </form>
          <Link to="/home" className={buttonClass({}, 'max-sm:w-full')}>
            Go home
          </Link>
        </>
      }
    >
      It may be old, or what it named may be gone. Look for it by its name.
    </Empty>
  )
}

/** A file of the app that did not come is asked for anew with the page: browsers remember that it failed. */
const MISSING_FILE = /dynamically imported module|module script failed|error loading/i

export function RouteError({ error, reset }: ErrorComponentProps) {
  const isMissing = MISSING_FILE.test(String(error))
  return (
    <ErrorState
      title={isMissing ? 'This part of the app did not load' : 'This page failed'}
      detail={isMissing ? 'The connection was lost, or there is a newer version of the app.' : explain(error)}
      onRetry={isMissing ? () => navigator.onLine && location.reload() : reset}
    />
  )
}
