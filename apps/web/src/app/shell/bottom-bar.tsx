import { Link } from '@tanstack/react-router'
import { PLACES } from '../navigation.ts'

/** Main navigation on a phone. */
export function BottomBar({ current }: { current: string | undefined }) {
  return (
    <nav aria-label="Main" className="border-t bg-canvas pb-[env(safe-area-inset-bottom)] lg:hidden">
      <ul className="grid grid-cols-6">
        {PLACES.map(({ id, icon: Icon, label, to }) => (
          <li key={id}>
            <Link
              to={to}
              aria-current={id === current ? 'page' : undefined}
              className="flex h-14 flex-col items-center justify-center gap-0.5 text-2xs text-ink-3 aria-[current=page]:font-medium aria-[current=page]:text-ink [&[aria-current=page]_svg]:text-accent"
            >
              <Icon aria-hidden className="size-5" strokeWidth={1.75} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
