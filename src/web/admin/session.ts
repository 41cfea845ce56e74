import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { LogOut, ReadSession, SignedIn } from '../../modules/settings/staff/contract.ts'
import { CallError, call } from '../client.ts'
import { isObject, local } from '../storage.ts'

// The cookie decides who is logged in. `adminUser` in local storage is for display, and for other tabs to notice a
// log-out (contract section 2).
const storageKey = 'adminUser'

export const loginPath = '/admin/login/'

export function rememberUser({ username }: { username: string }): void {
  local.keep(storageKey, JSON.stringify({ username }))
}

/** The username that this browser remembers; a broken entry is removed. */
function rememberedUser(): string | null {
  const entry = local.json(storageKey)
  if (isObject(entry) && typeof entry.username === 'string') return entry.username
  local.forget(storageKey)
  return null
}

/** A browser that refuses storage cannot remember: the cookie alone decides there. */
const mayBeIn = () => rememberedUser() !== null || !local.isReadable()

/** Who is logged in, and whether a second factor comes first; leads to the login page when nobody is, and when another tab logs out. */
export function useSession(): (SignedIn & { mustSetUpTotp: boolean }) | undefined {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data, error } = useQuery({
    queryKey: ['session'],
    queryFn: () => call<typeof ReadSession>('GET /api/admin/session', {}),
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
      local.forget(storageKey)
      leave()
    }
    const onStorage = ({ key }: StorageEvent) => {
      if ((key === storageKey || key === null) && !mayBeIn()) leave()
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [isOut, navigate, client])

  return data && { ...data.adminUser, mustSetUpTotp: data.mustSetUpTotp }
}

/** Ends the session here and in every tab. */
export async function logOut(): Promise<void> {
  // An ended session has nothing left to end.
  await call<typeof LogOut>('POST /api/admin/logout', {}).catch(() => {})
  local.forget(storageKey)
  location.assign(loginPath)
}

/** An answer of 401 anywhere means that the session has ended. */
export function leaveIfOut(error: unknown): void {
  if (!(error instanceof CallError) || error.status !== 401) return
  local.forget(storageKey)
  location.assign(loginPath)
}
