import { useCompany } from '../company.ts'
import type { ScreenProps } from '../screenProps.ts'
import { Kept, still } from '../still.tsx'
import { Cookies } from './Cookies.tsx'
import { Legal, type LegalSection } from './Legal.tsx'
import { Controller, Data, Purposes, Recipients, Retention, Rights } from './privacySections.tsx'

const months =
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' ')

/** Formats "2026-11" as "novembre 2026". */
function dateOf(version: string): string {
  const [year = '', month = ''] = version.split('-')
  return `${months[Number(month) - 1]} ${year}`
}

/** States the retention periods from the constants that the code uses. */
export const Privacy = import.meta.env.SSR ? still(PrivacyPart) : Kept

function PrivacyPart(view: ScreenProps<'privacy'>) {
  const { companyName } = useCompany()
  const sections: LegalSection[] = [
    { id: 'titolare', title: 'Titolare', body: <Controller /> },
    { id: 'dati', title: 'Dati trattati', body: <Data days={view.searchDays} tapDays={view.tapDays} /> },
    { id: 'finalita', title: 'Finalità e basi giuridiche', body: <Purposes /> },
    { id: 'conservazione', title: 'Tempi di conservazione', body: <Retention {...view} /> },
    { id: 'destinatari', title: 'Destinatari e trasferimenti', body: <Recipients /> },
    { id: 'diritti', title: 'I tuoi diritti', body: <Rights days={view.rightsDays} /> },
    { id: 'cookie', title: 'Cookie Policy', body: <Cookies {...view} /> },
  ]
  return (
    <div id="informativa">
      <Legal
        title="Privacy Policy"
        intro={
          <>
            <p className="mt-4 max-w-2xl text-lg">
              Come {companyName} tratta i dati di chi visita il sito o chiede un transfer, ai sensi del
              Regolamento (UE) 2016/679 (GDPR).
            </p>
            <p className="mt-2 text-ink-soft">Ultimo aggiornamento: {dateOf(view.version)}</p>
          </>
        }
        sections={sections}
      />
    </div>
  )
}
