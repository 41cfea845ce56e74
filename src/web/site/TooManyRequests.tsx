import { ButtonLink } from '../ui/Button.tsx'
import { useCompany } from './company.ts'
import { Icon } from './icons.tsx'
import { Kept, still } from './still.tsx'

export const TooManyRequests = import.meta.env.SSR ? still(TooManyRequestsPart) : Kept

function TooManyRequestsPart() {
  const { phone, tel } = useCompany()
  return (
    <div className="bg-sea-pale">
      <div className="wrap py-14 sm:py-24">
        <h1 className="text-4xl sm:text-6xl">Troppe richieste</h1>
        <p className="mt-4 max-w-xl text-lg">
          Dalla tua connessione sono arrivate molte richieste in poco tempo. Attendi un minuto e ricarica la
          pagina.
        </p>
        <p className="mt-3 max-w-xl text-lg">Se hai fretta, chiamaci.</p>
        <ButtonLink href={tel} look="sun" className="mt-7">
          <Icon name="phone" />
          Chiama {phone}
        </ButtonLink>
      </div>
    </div>
  )
}
