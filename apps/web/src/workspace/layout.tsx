// The shell around every page: sidebar or bottom bar, top bar, main content, toasts.
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { acting } from '../session/acting.ts'
import { useLostServer } from '../session/connection.ts'
import { useWait } from '../session/limit.ts'
import { SessionDialog } from '../session/session-dialog.tsx'
import { SignIn } from '../session/sign-in.tsx'
import { useFocusInPage } from '../shared/use-focus-in-page.ts'
import { useGoKeys } from '../shared/use-go-keys.ts'
import { later } from '../ui/later.tsx'
import { OfflineBanner, WaitBanner } from '../ui/states.tsx'
import { Toaster } from '../ui/toast.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { api } from './api.ts'
import { PLACES, placeOf } from './navigation.ts'
import { BottomBar } from './shell/bottom-bar.tsx'
import { Rail } from './shell/rail.tsx'
import { TopBar } from './shell/top-bar.tsx'

const Search = later(() => import('./shell/search.tsx'))

export function Layout() {
  const lost = useLostServer()
  const wait = useWait()
  const router = useRouter()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [searching, setSearching] = useState(false)
  useGoKeys(PLACES, ({ to }) => void router.navigate({ to }))
  useFocusInPage()
  useSearchKey(() => setSearching(true))
  if (!acting)
    return (
      <SignIn title="Sign in to your workspace">Manage the trust pages, evidence and requests of your company.</SignIn>
    )
  const place = placeOf(path)
  return (
    <TooltipProvider delay={400}>
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-solid px-3 py-2 text-sm text-ink-inverse focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <div className="grid h-dvh grid-rows-[minmax(0,1fr)_auto] lg:grid-cols-[14rem_minmax(0,1fr)] lg:grid-rows-1">
        <Rail current={place?.to} onSearch={() => setSearching(true)} />
        <div className="flex min-h-0 min-w-0 flex-col">
          <TopBar
            place={place}
            isBelow={place !== undefined && path !== place.to}
            onSearch={() => setSearching(true)}
          />
          <OfflineBanner lost={lost} />
          <WaitBanner seconds={wait} />
          <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
            <Outlet />
          </main>
        </div>
        <BottomBar current={place?.to} />
      </div>
      {searching && <Search onClose={() => setSearching(false)} />}
      <SessionDialog home="/workspace" ask={() => api.account.me()} />
      <Toaster />
    </TooltipProvider>
  )
}

/** ⌘K, or Ctrl K on other keyboards. */
function useSearchKey(open: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callback does the same each time
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
