import { useState } from 'react'
import { AvailabilityForm } from './AvailabilityForm.tsx'
import { useCompany } from './company.ts'
import { Icon } from './icons.tsx'
import { MoreLink } from './Section.tsx'
import { SentCode } from './SentCode.tsx'
import type { ScreenProps } from './screenProps.ts'

/** The page that contains the availability form. */
export function RequestPage({ values, errors, isSent, code }: ScreenProps<'request'>) {
  const [sentCode, setSentCode] = useState(isSent ? code : null)
  const hasSent = sentCode !== null
  return (
    <div className="bg-sea-pale">
      <div className="wrap grid gap-x-16 gap-y-8 py-10 sm:py-16 lg:grid-cols-[1fr_36rem] lg:items-start">
        {hasSent ? <Sent code={sentCode} /> : <Invitation />}
        {!hasSent && (
          <div className="rounded-card border border-line bg-stone p-5 shadow-soft sm:p-7">
            <AvailabilityForm
              source="pagina"
              values={values}
              refused={Object.fromEntries(
                errors.map(({ path, message }) => [path.replace(/^\//, ''), message]),
              )}
              onSent={setSentCode}
            />
          </div>
        )}
      </div>
    </div>
  )
}

function Invitation() {
  const { tel, phone, hours } = useCompany()
  return (
    <div className="lg:sticky lg:top-28">
      <h1 className="text-4xl sm:text-5xl">Richiedi disponibilità</h1>
      <p className="mt-4 max-w-md text-lg">
        Rispondiamo entro 15 minuti, ogni giorno {hours}, con la conferma e il prezzo fisso. Non paghi nulla
        adesso.
      </p>
      <p className="mt-4 text-ink-soft">
        Fai prima a voce?{' '}
        <a href={tel} className="whitespace-nowrap font-semibold text-sea-deep underline">
          {phone}
        </a>
      </p>
    </div>
  )
}

function Sent({ code }: { code: string }) {
  const { tel, phone } = useCompany()
  return (
    <div className="max-w-xl">
      <span className="grid size-16 place-items-center rounded-full bg-leaf text-white">
        <Icon name="check" className="size-8" />
      </span>
      <h1 className="mt-6 text-4xl sm:text-5xl">Richiesta Inviata con Successo!</h1>
      <p className="mt-4 text-lg">
        Ti ricontattiamo al numero che hai indicato per confermare il transfer. Hai fretta?{' '}
        <a href={tel} className="whitespace-nowrap font-semibold text-sea-deep underline">
          {phone}
        </a>
      </p>
      <SentCode code={code} className="mt-4 text-lg" />
      <p className="mt-4">
        <MoreLink href="/tratte/">Tutte le tratte</MoreLink>
      </p>
    </div>
  )
}
