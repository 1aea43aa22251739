// Empty, error and loading states of a view.
import { Hourglass, Lock, type LucideIcon, TriangleAlert, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { cn } from './cn.ts'

interface EmptyProps {
  icon: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
  /** True if it is the whole page. */
  isPage?: boolean
}
export function Empty({ icon: Icon, title, children, action, isPage = false }: EmptyProps) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <span className="mb-3 grid size-10 place-items-center rounded-lg border bg-sunken text-ink-3">
        <Icon aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
      <Heading className="text-base font-semibold">{title}</Heading>
      {children && <p className="mt-1 max-w-[46ch] text-sm text-balance text-ink-2">{children}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

interface ErrorProps {
  title?: string
  detail?: string | undefined
  onRetry?: () => void
}
export function ErrorState({ title = 'Could not load this', detail, onRetry }: ErrorProps) {
  return (
    <div
      role="alert"
      className="m-4 flex items-start gap-3 rounded-lg border border-critical-line bg-critical-soft px-4 py-3"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-critical" />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium">{title}</p>
        {detail && <p className="mt-0.5 font-mono text-xs break-words text-ink-2">{detail}</p>}
      </div>
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** Names the missing role and who can grant it. */
export function Forbidden({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Empty icon={Lock} title={title}>
      {children}
    </Empty>
  )
}

/** Shown while the browser is offline or the server does not respond. The page keeps its content. */
export function OfflineBanner({ lost }: { lost: boolean }) {
  const [offline, setOffline] = useState(!navigator.onLine)
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine)
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
  if (!offline && !lost) return null
  return (
    <Banner icon={WifiOff}>
      {offline ? 'You are offline.' : 'The server is not responding. Retrying…'} The page may be outdated. Your changes
      are not lost.
    </Banner>
  )
}

/** Shown while the page waits because of a rate limit. */
export function WaitBanner({ seconds }: { seconds: number }) {
  if (seconds === 0) return null
  return (
    <Banner icon={Hourglass}>
      Too many requests in the last minute. The page continues
      {/* Hidden from screen readers, which would announce it every second. */}
      <span aria-hidden className="tnum">
        {` in ${seconds} s`}
      </span>
      .
    </Banner>
  )
}

const Banner = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <p role="status" className="flex items-center gap-2 border-b bg-caution-soft px-4 py-1.5 text-sm text-caution">
    <Icon aria-hidden className="size-4 shrink-0" />
    <span>{children}</span>
  </p>
)

export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cn('skeleton block h-3', className)} />
)

/** Placeholder lines of a text. They appear after a moment, so that fast responses do not flicker. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <div className="appear-late flex flex-col gap-2 p-4" aria-busy="true">
      {Array.from({ length: lines }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no id
        <Skeleton key={i} className={i === lines - 1 ? 'w-2/3' : 'w-full'} />
      ))}
    </div>
  )
}
