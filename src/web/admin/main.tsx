import './admin.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import italian from '../../languages/it.json' with { type: 'json' }
import { languageOf } from '../../languages/translate.ts'
import { LanguageContext } from '../ui/language.ts'
import { endOwnSubscription, startServiceWorker } from './integrations/push/browserPush.ts'
import { queryClient } from './kit/queryClient.ts'
import { nameSeenRole } from './kit/seenAs.ts'
import { endRememberedSession, onLogOut } from './kit/session.ts'
import { router } from './router.tsx'
import { forgetOfflineCopy } from './trips/driving/offlineCopy.ts'
import { forgetTrips } from './trips/driving/phone.ts'

// Here, and not where the areas have these functions, because a log-out on any page runs them.
onLogOut({ before: endOwnSubscription })
onLogOut({ always: forgetTrips, after: forgetOfflineCopy })

nameSeenRole()
void startServiceWorker()
void endRememberedSession()

const place = document.getElementById('panel')
if (place)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LanguageContext value={languageOf('it', italian)}>
          <RouterProvider router={router} />
        </LanguageContext>
      </QueryClientProvider>
    </StrictMode>,
  )
