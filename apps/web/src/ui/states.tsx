// What a view shows when it has nothing to show.
import { Hourglass, Lock, type LucideIcon, TriangleAlert, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { cn } from './cn.ts'

interface EmptyProps {
  icon: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
  /** It is all there is on the page. */
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
      {children && <p className="mt-1 max-w-[46ch] text-sm text-ink-2">{children}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

interface ErrorProps {
  title?: string
  detail?: string | undefined
  onRetry?: () => void
}
export function ErrorState({ title = 'This did not load', detail, onRetry }: ErrorProps) {
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

/** Names the role that is missing and who can give it. */
export function Forbidden({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Empty icon={Lock} title={title}>
      {children}
    </Empty>
  )
}

/** Shown while the browser has no connection, or the server does not answer; what is on screen stays. */
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
      {offline ? 'You are offline.' : 'The server does not answer; we keep trying.'} What you see may be old; nothing
      you typed is lost.
    </Banner>
  )
}

/** Shown while the page waits because it has asked too often. */
export function WaitBanner({ seconds }: { seconds: number }) {
  if (seconds === 0) return null
  return (
    <Banner icon={Hourglass}>
      Too many calls in the last minute. The page goes on by itself
      {/* Read once and not every second. */}
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

/** Lines of a text that is on its way; invisible for a moment, so that quick answers do not flicker. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <div className="appear-late flex flex-col gap-2 p-4" aria-busy="true">
      {Array.from({ length: lines }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other name
        <Skeleton key={i} className={i === lines - 1 ? 'w-2/3' : 'w-full'} />
      ))}
    </div>
  )
}
