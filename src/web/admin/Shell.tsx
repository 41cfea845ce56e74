import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { mayCall, type Role, roleNames } from '../../kernel/role.ts'
import { ReadMailStatus } from '../../modules/integrations/mail/contract.ts'
import { ListLeads } from '../../modules/leads/inbox/contract.ts'
import { FollowChanges } from '../../modules/operations/changes/contract.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { panelRoot } from './kit/adminPath.ts'
import { Icon } from './kit/icons.tsx'
import { LeaveConfirm } from './kit/LeaveConfirm.tsx'
import { type Rights, RightsContext } from './kit/rights.ts'
import { SeenAsBanner } from './kit/SeenAsBanner.tsx'
import { logOut, useIsServerSilent, useSession } from './kit/session.ts'
import { Arrivals } from './leads/inbox/Arrivals.tsx'
import { useLive } from './live.ts'
import { MailBanner } from './MailBanner.tsx'
import { Menu } from './Menu.tsx'
import { NotForRole } from './NotForRole.tsx'
import { Offline } from './Offline.tsx'
import { Palette } from './Palette.tsx'
import { opensScreen } from './screens.ts'
import { firstPath } from './sections.ts'

const FirstSteps = lazy(() => import('./settings/staff/FirstSteps.tsx'))

const checking = <p className="p-6">Verifica autenticazione...</p>
const silent = (
  <div role="alert" className="p-6">
    <p className="font-semibold">Il server non risponde.</p>
    <p>Il pannello riprova ogni cinque secondi e si apre da solo. Se dura, avvisa chi gestisce il sito.</p>
  </div>
)

export function Shell() {
  const session = useSession()
  const isServerSilent = useIsServerSilent()
  const { pathname } = useLocation()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const role = session && !session.mustSetUpTotp && !session.mustChoosePassword ? session.role : null
  const seenAs = session?.seenAs ?? null
  const rights = useMemo(() => rightsOf(role, seenAs), [role, seenAs])
  useLive(rights.may(FollowChanges))

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setPaletteOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  // On a phone the menu covers the page, so opening a section closes the menu.
  const [shownPath, setShownPath] = useState(pathname)
  if (shownPath !== pathname) {
    setShownPath(pathname)
    setMenuOpen(false)
  }

  if (!session) return isServerSilent ? silent : checking
  if (role === null)
    return (
      <Suspense fallback={checking}>
        <FirstSteps mustChoosePassword={session.mustChoosePassword} />
      </Suspense>
    )

  // The log-in leads to the dashboard. Users who may not open the dashboard get the first section of their work.
  const elsewhere =
    pathname === panelRoot ? <Navigate to={firstPath(rights)} replace /> : <NotForRole role={session.role} />

  const account = (
    <div className="border-white/15 border-t p-3 text-sm">
      <p className="px-2">
        {session.username}
        {session.role !== 'admin' && <span className="text-white/70"> · {roleNames[session.role]}</span>}
      </p>
      <div className="mt-1 flex flex-wrap gap-1">
        <a
          href="/"
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-(--target) items-center rounded-field px-2 hover:bg-white/10"
        >
          Vedi il sito
        </a>
        <button
          type="button"
          onClick={logOut}
          className="min-h-(--target) rounded-field px-2 hover:bg-white/10"
        >
          Esci
        </button>
      </div>
    </div>
  )

  return (
    <RightsContext value={rights}>
      <div className="lg:grid lg:min-h-dvh lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
        <a
          href="#contenuto"
          className="absolute top-2 left-2 z-50 -translate-y-24 rounded-field bg-ink px-4 py-3 text-white focus:translate-y-0"
        >
          Vai al contenuto
        </a>
        <header className="on-ink sticky top-0 z-30 flex items-center gap-2 bg-ink p-2 lg:hidden print:hidden">
          <button
            type="button"
            aria-expanded={isMenuOpen}
            aria-controls="menu"
            onClick={() => setMenuOpen(!isMenuOpen)}
            className="flex min-h-(--control) items-center gap-2 rounded-field px-3 font-semibold hover:bg-white/10"
          >
            <Icon shape="menu" /> Menu
          </button>
          <SearchButton onClick={() => setPaletteOpen(true)} />
        </header>
        <aside
          id="menu"
          aria-label="Menu"
          className={`on-ink z-20 flex-col print:hidden bg-ink max-lg:fixed max-lg:inset-x-0 max-lg:top-15 max-lg:bottom-0 max-lg:overflow-y-auto lg:sticky lg:top-0 lg:flex lg:h-dvh ${isMenuOpen ? 'flex' : 'max-lg:hidden'}`}
        >
          <div className="p-3 max-lg:hidden">
            <SearchButton onClick={() => setPaletteOpen(true)} />
          </div>
          <Menu />
          {account}
        </aside>
        <main id="contenuto" tabIndex={-1} className="min-w-0 p-4 outline-none sm:p-6 lg:px-8">
          <SeenAsBanner seenAs={seenAs} />
          <Offline />
          {rights.may(ReadMailStatus) && <MailBanner />}
          {rights.opens(pathname) ? <Outlet /> : elsewhere}
          <LeaveConfirm />
        </main>
        {isPaletteOpen && <Palette onClose={() => setPaletteOpen(false)} />}
        {rights.may(ListLeads) && <Arrivals />}
        <Toasts />
      </div>
    </RightsContext>
  )
}

const rightsOf = (role: Role | null, seenAs: Role | null): Rights => ({
  may: (message) => role !== null && mayCall(role, message),
  opens: (path) => role !== null && opensScreen(role, path),
  seenAs,
})

function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-(--control) w-full items-center justify-between gap-3 rounded-field border border-white/25 px-3 text-left text-white/85 hover:border-white/60"
    >
      Cerca sezioni e dati
      <kbd className="text-white/70 text-xs max-lg:hidden">Ctrl K</kbd>
    </button>
  )
}
