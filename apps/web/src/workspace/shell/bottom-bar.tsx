import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { Dropdown, DropdownItem } from '../../ui/dropdown.tsx'
import { ADMIN, WORK } from '../navigation.ts'

/** Few enough for a phone; the others are in a menu. */
const VISIBLE = 4
const SHOWN = WORK.slice(0, VISIBLE)
const REST = [...WORK.slice(VISIBLE), ...ADMIN]
const LOOK =
  'flex h-14 w-full flex-col items-center justify-center gap-0.5 text-2xs text-ink-3 aria-[current=page]:font-medium aria-[current=page]:text-ink [&[aria-current=page]_svg]:text-accent'

export function BottomBar({ current }: { current: string | undefined }) {
  return (
    <nav aria-label="Main" className="border-t bg-canvas pb-[env(safe-area-inset-bottom)] lg:hidden">
      <ul className="grid grid-cols-5">
        {SHOWN.map(({ icon: Icon, label, to }) => (
          <li key={to}>
            <Link to={to} aria-current={to === current ? 'page' : undefined} className={LOOK}>
              <Icon aria-hidden className="size-5" strokeWidth={1.75} />
              {label}
            </Link>
          </li>
        ))}
        <li>
          <Dropdown
            trigger={
              <button
                type="button"
                className={LOOK}
                aria-current={REST.some(({ to }) => to === current) ? 'page' : undefined}
              >
                <Ellipsis aria-hidden className="size-5" strokeWidth={1.75} />
                More
              </button>
            }
          >
            {REST.map(({ icon: Icon, label, to }) => (
              <DropdownItem key={to} icon={<Icon />} checked={to === current} render={<Link to={to} />}>
                {label}
              </DropdownItem>
            ))}
            <DropdownItem render={<a href="/vendors">Directory</a>}>Directory</DropdownItem>
          </Dropdown>
        </li>
      </ul>
    </nav>
  )
}
