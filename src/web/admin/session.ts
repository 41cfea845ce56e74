import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { LogOut, ReadSession, SignedIn } from '../../modules/settings/staff/contract.ts'
import { CallError, call } from '../client.ts'
import { isObject, local } from '../storage.ts'
import { endOwnSubscription } from './integrations/push/browserPush.ts'
import { forgetOfflineCopy } from './trips/driving/offlineCopy.ts'
import { forgetTrips } from './trips/driving/phone.ts'

// The cookie decides who is logged in. `adminUser` in local storage lets other tabs notice a log-out. Without this
// entry the panel opens the log-in page and does not ask the server.
const storageKey = 'adminUser'

export const loginPath = '/admin/login/'

export function rememberUser({ username }: { username: string }): void {
  local.keep(storageKey, JSON.stringify({ username }))
}

/** Returns the stored username; null if there is none. Removes an invalid entry. */
function rememberedUser(): string | null {
  const entry = local.json(storageKey)
  if (isObject(entry) && typeof entry.username === 'string') return entry.username
  local.forget(storageKey)
  return null
}

function forgetUser(): void {
  local.forget(storageKey)
  forgetTrips()
}

/** Returns true if storage is not readable, because then only the cookie decides. */
const mayBeIn = () => rememberedUser() !== null || !local.isReadable()

/** Returns the session; undefined while it loads. Opens the log-in page if the user is or gets logged out. */
export function useSession():
  | (SignedIn & { mustSetUpTotp: boolean; mustChoosePassword: boolean })
  | undefined {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data, error } = useQuery({
    queryKey: ['session'],
    queryFn: () => call<typeof ReadSession>('GET /api/admin/session', {}),
    // Makes a change of the role take effect in open panels.
    meta: { tables: ['admin_users'] },
    enabled: mayBeIn(),
  })
  const isOut = !mayBeIn() || (error instanceof CallError && error.status === 401)

  useEffect(() => {
    const leave = () => {
      client.clear()
      const from = location.pathname + location.search
      void navigate(loginPath, { replace: true, state: { from } })
    }
    if (isOut) {
      forgetUser()
      leave()
    }
    const onStorage = ({ key }: StorageEvent) => {
      if ((key === storageKey || key === null) && !mayBeIn()) leave()
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [isOut, navigate, client])

  if (!data) return undefined
  const { adminUser, mustSetUpTotp, mustChoosePassword } = data
  return { ...adminUser, mustSetUpTotp, mustChoosePassword }
}

/** Ends the session in all tabs and opens the log-in page. */
export async function logOut(): Promise<void> {
  // Without a network the calls fail, and the log-out affects only this browser.
  await endOwnSubscription().catch(() => {})
  await call<typeof LogOut>('POST /api/admin/logout', {}).catch(() => {})
  forgetUser()
  await forgetOfflineCopy().catch(() => {})
  location.assign(loginPath)
}

/** Opens the log-in page after a 401, which always means that the session has ended. */
export function leaveIfOut(error: unknown): void {
  if (!(error instanceof CallError) || error.status !== 401) return
  forgetUser()
  location.assign(loginPath)
}
