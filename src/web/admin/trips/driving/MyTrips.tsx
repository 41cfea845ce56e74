import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { isAtLeast } from '../../../../kernel/role.ts'
import { clockOf, dayAfter, romanDay } from '../../../../kernel/romanDay.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Toasts } from '../../../ui/Toasts.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { showLongDate } from '../../kit/format.ts'
import { SeenAsBanner } from '../../kit/SeenAsBanner.tsx'
import { Waiting } from '../../kit/States.tsx'
import { logOut, useSession } from '../../kit/session.ts'
import { Title } from '../../kit/Title.tsx'
import { MyTrip } from './MyTrip.tsx'
import { keepOfflineCopy } from './offlineCopy.ts'
import { type Phone, usePhone, waitingTaps } from './phone.ts'
import { Refusals } from './Refusals.tsx'
import { useSync } from './sync.ts'
import { TripChanges } from './TripChanges.tsx'

/** The driver's page on the phone. It works without a network and has no menu. */
export default function MyTrips() {
  const phone = usePhone()
  const session = useSession()
  const { trouble, syncNow } = useSync()
  const [isLeaving, setLeaving] = useState(false)
  const waiting = waitingTaps(phone).length
  useEffect(() => {
    // If the browser cannot store the copy, the page works only with a network.
    keepOfflineCopy().catch(() => {})
  }, [])
  const days = Map.groupBy(phone.trips, ({ pickupAt }) => romanDay(new Date(pickupAt)))
  return (
    <main className="mx-auto max-w-2xl p-4 pb-10">
      <SeenAsBanner seenAs={session?.seenAs ?? null} />
      <Title
        intro={phone.driver?.name}
        actions={
          session &&
          isAtLeast(session.role, 'operatore') && (
            <Link to={adminPath('')} className={buttonClass('plain')}>
              Torna al pannello
            </Link>
          )
        }
      >
        I Miei Viaggi
      </Title>
      <Connection phone={phone} trouble={trouble} />
      <Refusals phone={phone} />
      <TripChanges phone={phone} />
      {phone.readAt === null && !trouble && <Waiting rows={4} />}
      {phone.readAt !== null && phone.driver === null && (
        <Note>Il tuo account non è ancora collegato a un autista: chiedi in ufficio.</Note>
      )}
      {phone.driver && phone.trips.length === 0 && <Note>Nessun viaggio oggi e domani.</Note>}
      {[...days].map(([day, trips]) => (
        <Day key={day} day={day}>
          {trips.map((trip) => (
            <MyTrip key={trip.id} trip={trip} phone={phone} onTap={syncNow} />
          ))}
        </Day>
      ))}
      <footer className="mt-8 flex flex-wrap gap-3 border-line border-t pt-4">
        <a href={adminPath('account/')} className={buttonClass('plain', 'min-h-13')}>
          Il mio account
        </a>
        <button
          type="button"
          onClick={() => (waiting > 0 ? setLeaving(true) : void logOut())}
          className={buttonClass('plain', 'min-h-13')}
        >
          Esci
        </button>
      </footer>
      {isLeaving && (
        <Confirm
          title={`Uscire con ${waiting} da inviare?`}
          action="Esci"
          onConfirm={() => void logOut()}
          onClose={() => setLeaving(false)}
        >
          Restano in questo telefono e si inviano quando rientri. Per rientrare servono la rete e un nuovo
          link dell’ufficio, o la password.
        </Confirm>
      )}
      <Toasts />
    </main>
  )
}

function Day({ day, children }: { day: string; children: ReactNode }) {
  const today = romanDay(new Date())
  const name = day === today ? 'Oggi' : day === dayAfter(today) ? 'Domani' : showLongDate(day)
  return (
    <section aria-label={name} className="mt-6">
      <h2 className="mb-2 text-lg">{name}</h2>
      <div className="grid gap-4">{children}</div>
    </section>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="rounded-card border border-line bg-panel p-4">{children}</p>
)

/** Shows how many reports wait. After a failed synchronisation also shows the reason, and when the trips were read. */
function Connection({ phone, trouble }: { phone: Phone; trouble: string }) {
  const waiting = waitingTaps(phone).length
  return (
    <div role="status">
      {waiting > 0 && (
        <p className="mb-3 rounded-card border border-ink/40 bg-sun-pale p-4 font-semibold">
          {waiting} da inviare
          <span className="block font-normal">Si invia appena c’è rete: non serve ripetere.</span>
        </p>
      )}
      {trouble && (
        <p className="mb-3 rounded-card border border-line bg-panel p-4">
          <span className="font-semibold">{trouble}</span>{' '}
          {phone.readAt && <ReadAt moment={new Date(phone.readAt)} />}
        </p>
      )}
    </div>
  )
}

function ReadAt({ moment }: { moment: Date }) {
  const day = romanDay(moment)
  return `Vedi i viaggi come erano alle ${clockOf(moment)}${day === romanDay(new Date()) ? '' : ` del ${showLongDate(day)}`}.`
}
