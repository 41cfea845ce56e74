import { onlineManager, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Role } from '../../../kernel/role.ts'
import type { LogOut, ReadSession, SignedIn } from '../../../modules/settings/staff/contract.ts'
import { CallError, call } from '../../client.ts'
import { isObject, local } from '../../storage.ts'
import { adminPath } from './adminPath.ts'
import { queryClient } from './queryClient.ts'
import { forgetSeenRole } from './seenAs.ts'

// The cookie decides who is logged in. `adminUser` in local storage lets other tabs notice a log-out. Without this
// entry the panel opens the log-in page and does not ask the server.
const storageKey = 'adminUser'

/** Entry of a session whose user has logged out without a network. */
const openKey = 'openSession'

/** Milliseconds between tries while the server does not answer. */
const retryMs = 5_000

export const loginPath = adminPath('login/')

/** Work of an area of the panel at the end of a session. A log-out goes on if the work fails. */
interface LastWork {
  /** Runs at a log-out, while the server still knows the session. */
  before?: () => Promise<void>
  /** Runs at each end of a session, also if the server has ended it. */
  always?: () => void
  /** Runs after a log-out. */
  after?: () => Promise<void>
}

const lastWorks: LastWork[] = []

export function onLogOut(work: LastWork): void {
  lastWorks.push(work)
}

export function rememberUser({ username }: { username: string }): void {
  local.forget(openKey)
  forgetSeenRole()
  local.keep(storageKey, JSON.stringify({ username }))
}

/** Returns whether the entry is valid. `useSession` removes an invalid one. */
function hasUser(): boolean {
  const entry = local.json(storageKey)
  return isObject(entry) && typeof entry.username === 'string'
}

function forgetUser(): void {
  local.forget(storageKey)
  for (const { always } of lastWorks) always?.()
}

/** Returns true if storage is not readable, because then only the cookie decides. */
const mayBeIn = () => hasUser() || !local.isReadable()

const hasEnded = (error: unknown) => error instanceof CallError && error.status === 401

function useSessionQuery() {
  return useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => call<typeof ReadSession>('GET /api/admin/session', {}, { signal }),
    // Makes a change of the role take effect in open panels.
    meta: { tables: ['admin_users'] },
    enabled: mayBeIn(),
    // Without a session the panel has no other query that could show that the server answers again.
    retry: (_, reason) => !hasEnded(reason),
    retryDelay: retryMs,
  })
}

/** Returns true while the session cannot be checked, because the server does not answer. */
export function useIsServerSilent(): boolean {
  const { failureReason } = useSessionQuery()
  return failureReason !== null && !hasEnded(failureReason)
}

type Session = SignedIn & { seenAs: Role | null; mustSetUpTotp: boolean; mustChoosePassword: boolean }

/**
 * Returns the session; undefined while it loads. `role` is the role as which the panel is seen, and `seenAs` null if it is
 * the account's own. Opens the log-in page if the user is or gets logged out.
 */
export function useSession(): Session | undefined {
  const navigate = useNavigate()
  const { data, error } = useSessionQuery()
  const isOut = !mayBeIn() || hasEnded(error)

  useEffect(() => {
    const leave = () => {
      queryClient.clear()
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
  }, [isOut, navigate])

  if (!data) return undefined
  const { adminUser, seenAs: role, mustSetUpTotp, mustChoosePassword } = data
  const seenAs = role === adminUser.role ? null : role
  return { ...adminUser, role, seenAs, mustSetUpTotp, mustChoosePassword }
}

/** Ends the session; without a network remembers to end it later, because scripts cannot delete its cookie. */
async function endSession(): Promise<void> {
  const isEnded = await call<typeof LogOut>('POST /api/admin/logout', {}).then(
    () => true,
    (error: unknown) => hasEnded(error),
  )
  if (isEnded) local.forget(openKey)
  else local.keep(openKey, '1')
}

let ending: Promise<void> | null = null

/**
 * Ends the session whose user has logged out without a network. The panel calls this when it starts. Log-ins wait for
 * it, because its response deletes the session cookie.
 */
export async function endRememberedSession(): Promise<void> {
  if (local.text(openKey) === null) return
  ending ??= endSession().finally(() => {
    ending = null
  })
  await ending
}

/** Ends the session in all tabs and opens the log-in page. */
export async function logOut(): Promise<void> {
  // A query that arrives after the end of the session would be refused: React Query sends none while it is offline.
  onlineManager.setOnline(false)
  await queryClient.cancelQueries()
  forgetSeenRole()
  for (const { before } of lastWorks) await before?.().catch(() => {})
  await endSession()
  forgetUser()
  for (const { after } of lastWorks) await after?.().catch(() => {})
  location.assign(loginPath)
}

/** Opens the log-in page after a 401, which always means that the session has ended. */
export function leaveIfOut(error: unknown): void {
  if (!hasEnded(error)) return
  forgetUser()
  location.assign(loginPath)
}
