import { type ErrorComponentProps, Link, useNavigate } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { RouteFailure } from '../session/route-failure.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { SearchInput } from '../ui/field.tsx'
import { Empty } from '../ui/states.tsx'

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
      title="Page not found"
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
      The address may be outdated, or the page was removed. Search for it by name.
    </Empty>
  )
}

export const RouteError = (props: ErrorComponentProps) => <RouteFailure {...props} />
