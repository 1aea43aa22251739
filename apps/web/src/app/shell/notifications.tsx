import { Link } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Dropdown, DropdownItem, DropdownLabel } from '../../ui/dropdown.tsx'
import { ago } from '../../ui/format.ts'
import { useNotices } from '../shared/use-notices.ts'

/** What happened in the workspace since the page was opened. */
export function Notifications() {
  const { notices, unread, markRead } = useNotices()
  return (
    <Dropdown
      className="w-80"
      trigger={
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={unread ? `Notifications, ${unread} unread` : 'Notifications'}
          onClick={markRead}
        >
          <Bell />
          {unread > 0 && <span aria-hidden className="absolute top-1 right-1 size-1.5 rounded-full bg-accent" />}
        </Button>
      }
    >
      <DropdownLabel>Notifications</DropdownLabel>
      {notices.length === 0 && (
        <p className="px-2 pt-1 pb-3 text-sm text-ink-3">No notifications since you opened this page.</p>
      )}
      {notices.map(({ id, text, at, caseId }) => (
        <DropdownItem
          key={id}
          hint={ago(at)}
          {...(caseId && { render: <Link to="/cases/$id" params={{ id: caseId }} /> })}
        >
          {text}
        </DropdownItem>
      ))}
    </Dropdown>
  )
}
