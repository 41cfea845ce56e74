import { ButtonLink } from '../ui/Button.tsx'
import { useCompany } from './company.ts'
import { Icon, WhatsAppIcon } from './icons.tsx'
import type { ScreenProps } from './screens.tsx'

/** How far a request is, for the customer who has the link. */
export function RequestStatus(view: ScreenProps<'status'>) {
  const { code, route, state, stateText, rows, hasCalendar } = view
  return (
    <div className="bg-sea-pale">
      <div className="wrap grid gap-x-16 gap-y-8 py-10 sm:py-16 lg:grid-cols-[1fr_30rem] lg:items-start">
        <div>
          <p className="figures font-semibold text-sea-deep text-sm uppercase tracking-[0.12em]">
            Richiesta {code}
          </p>
          <h1 className="mt-3 break-words text-4xl sm:text-5xl">{route || 'Il tuo messaggio'}</h1>
          <p className="mt-6 flex items-center gap-3 font-semibold text-2xl">
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-leaf text-white">
              <Icon name="check" className="size-6" />
            </span>
            {state}
          </p>
          <p className="mt-3 max-w-md text-lg">{stateText}</p>
          <Contacts code={code} />
        </div>
        <section className="rounded-card border border-line bg-white p-5 shadow-soft sm:p-7">
          <h2 className="text-2xl">Riepilogo</h2>
          <dl className="figures mt-4 divide-y divide-line">
            {rows.map(({ label, value }) => (
              <div key={label} className="grid grid-cols-[9rem_1fr] gap-3 py-2.5">
                <dt className="text-ink-soft">{label}</dt>
                <dd className="break-words font-medium">{value}</dd>
              </div>
            ))}
          </dl>
          {hasCalendar && (
            <ButtonLink href="transfer.ics" look="plain" className="mt-5 w-full" download>
              <Icon name="clock" className="size-5 text-sea" />
              Aggiungi al calendario
            </ButtonLink>
          )}
        </section>
      </div>
    </div>
  )
}

function Contacts({ code }: { code: string }) {
  const { tel, phone, email, whatsApp } = useCompany()
  return (
    <>
      <p className="mt-8 max-w-md">
        Vuoi cambiare qualcosa? Chiama il{' '}
        <a href={tel} className="whitespace-nowrap font-semibold text-sea-deep underline">
          {phone}
        </a>{' '}
        e di’ il codice <strong className="figures font-semibold">{code}</strong>, oppure scrivi a{' '}
        <a href={`mailto:${email}`} className="break-words font-semibold text-sea-deep underline">
          {email}
        </a>
        .
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink href={tel} look="sun">
          <Icon name="phone" />
          CHIAMA ORA
        </ButtonLink>
        <ButtonLink href={whatsApp(`Ciao! Scrivo per la richiesta ${code}.`)} look="plain" rel="noopener">
          <WhatsAppIcon />
          WhatsApp
        </ButtonLink>
      </div>
    </>
  )
}
