// Starts the app in the empty page from the server.
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../ui/theme.css'
import { openQueries } from '../session/queries.ts'
import { openRouter } from './router.tsx'

const queries = openQueries()
const router = openRouter(queries)

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
