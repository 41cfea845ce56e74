import './admin.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import italian from '../../languages/it.json' with { type: 'json' }
import { languageOf } from '../../languages/translate.ts'
import { LanguageContext } from '../ui/language.ts'
import { startServiceWorker } from './integrations/push/browserPush.ts'
import { router } from './router.tsx'

// Data never become stale with time, because live.ts and commands fetch changed data again.
const client = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})

startServiceWorker()

const place = document.getElementById('panel')
if (place)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <LanguageContext value={languageOf('it', italian)}>
          <RouterProvider router={router} />
        </LanguageContext>
      </QueryClientProvider>
    </StrictMode>,
  )
