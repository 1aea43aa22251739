// The shell of every page: rail or bottom bar, top bar, one main landmark, palette, messages.
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { acting } from '../session/acting.ts'
import { useLostServer } from '../session/connection.ts'
import { useWait } from '../session/limit.ts'
import { SessionDialog } from '../session/session-dialog.tsx'
import { SignIn } from '../session/sign-in.tsx'
import { useFocusInPage } from '../shared/use-focus-in-page.ts'
import { useGoKeys } from '../shared/use-go-keys.ts'
import { useStored } from '../shared/use-stored.ts'
import { cn } from '../ui/cn.ts'
import { usePalette } from '../ui/hotkeys.ts'
import { later } from '../ui/later.tsx'
import { OfflineBanner, WaitBanner } from '../ui/states.tsx'
import { Toaster } from '../ui/toast.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { api, isMissing } from './api.ts'
import { PLACES, placeOf, SETTINGS } from './navigation.ts'
import { useWorkspace } from './shared/workspaces/use-workspaces.ts'
import { ArchivedBanner } from './shell/archived-banner.tsx'
import { BottomBar } from './shell/bottom-bar.tsx'
import { NoWorkspace } from './shell/no-workspace.tsx'
import { Rail } from './shell/rail.tsx'
import { TopBar } from './shell/top-bar.tsx'

const Palette = later(() => import('./shell/palette.tsx'))
/** Loads it after the page has loaded what it needs. */
const PALETTE_AFTER_MS = 1500

/** Pages that fill the window and scroll inside. */
const FILLING = /^\/(investigate|cases|studio$)/

const SHORTCUTS = [...PLACES, SETTINGS]

export function Layout({ children = <Outlet /> }: { children?: ReactNode }) {
  const router = useRouter()
  const palette = usePalette()
  const lost = useLostServer()
  const wait = useWait()
  const workspace = useWorkspace()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [slim, setSlim] = useStored<'wide' | 'slim'>('rail', 'wide')
  useGoKeys(SHORTCUTS, ({ to }) => void router.navigate({ to }))
  useFocusInPage()
  // Users start typing right after the shortcut, so it must open immediately.
  useEffect(() => {
    const timer = setTimeout(() => Palette.preload().catch(() => undefined), PALETTE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!acting) return <SignIn title="Sign in to Casework">Cases, plans and evidence belong to a workspace.</SignIn>
  const place = placeOf(path)
  const fills = FILLING.test(path)
  return (
    <TooltipProvider delay={400}>
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-solid px-3 py-2 text-sm text-ink-inverse focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <div
        className={cn(
          'grid h-dvh grid-rows-[minmax(0,1fr)_auto] lg:grid-rows-1',
          slim === 'slim' ? 'lg:grid-cols-[3.5rem_minmax(0,1fr)]' : 'lg:grid-cols-[14rem_minmax(0,1fr)]',
        )}
      >
        <Rail current={place?.id} slim={slim === 'slim'} onSearch={() => palette.show(true)} />
        <div className="flex min-h-0 min-w-0 flex-col">
          <TopBar
            place={place}
            onSearch={() => palette.show(true)}
            slim={slim === 'slim'}
            onSlim={() => setSlim(slim === 'slim' ? 'wide' : 'slim')}
          />
          <OfflineBanner lost={lost} />
          <WaitBanner seconds={wait} />
          <ArchivedBanner />
          <main
            id="main"
            tabIndex={-1}
            className={cn('min-h-0 flex-1 outline-none', fills ? 'flex flex-col overflow-hidden' : 'overflow-y-auto')}
          >
            {isMissing(workspace.error) ? <NoWorkspace error={workspace.error} /> : children}
          </main>
        </div>
        <BottomBar current={place?.id} />
      </div>
      {palette.wanted && <Palette open={palette.open} onOpenChange={palette.show} />}
      <SessionDialog home="/app/home" ask={() => api.access.me()} />
      <Toaster />
    </TooltipProvider>
  )
}
