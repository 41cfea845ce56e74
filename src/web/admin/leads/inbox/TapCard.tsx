import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ReadTap } from '../../../../modules/leads/taps/contract.ts'
import { call } from '../../../client.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { showDateTime } from '../../kit/format.ts'

const isCode = (text: string) => /^[2-9A-HJKMNP-Z]{6}$/i.test(text)

/** Returns the tap (click on a WhatsApp link) with this code; null if there is none and while it loads. */
export function useTap(code: string) {
  const { data } = useQuery({
    queryKey: [ReadTap.http, { code }],
    queryFn: () => call<typeof ReadTap>(ReadTap.http, { code }).catch(() => null),
    enabled: isCode(code),
  })
  return isCode(code) ? (data ?? null) : null
}

export function TapCard({ search }: { search: string }) {
  const tap = useTap(search.trim())
  if (!tap) return null
  const { code, path, departure, destination, tappedAt } = tap
  return (
    <section
      aria-label={`Messaggio WhatsApp ${code}`}
      className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-sea/50 bg-sea-pale p-4"
    >
      <p>
        <strong className="font-semibold">Messaggio WhatsApp {code}</strong>, scritto il{' '}
        {showDateTime(tappedAt)} dalla pagina{' '}
        <a href={path} target="_blank" rel="noreferrer" className="text-sea-deep underline">
          {departure && destination ? <Arrowed text={`${departure} → ${destination}`} /> : path}
        </a>
        .
      </p>
      <Link to={adminPath('richieste/nuova/', {}, { codice: code })} className={buttonClass('sea')}>
        Registra la richiesta
      </Link>
    </section>
  )
}
