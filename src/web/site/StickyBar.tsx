import { ButtonLink } from '../ui/Button.tsx'
import { AskButton } from './AskButton.tsx'
import { useCompany } from './company.ts'
import { Icon, WhatsAppIcon } from './icons.tsx'
import { chosenOffer, tripWords } from './trip.ts'
import { useKeyboardOpen } from './useKeyboardOpen.ts'
import { useRequests } from './useRequests.ts'

/** Buttons to call, write and send a lead that stay in view, except while the on-screen keyboard is open. */
export function StickyBar() {
  const { tel, phone, hours, whatsApp } = useCompany()
  const { sentCode } = useRequests()
  const message = useWhatsAppMessage()
  const isAway = useKeyboardOpen()

  return (
    <section
      aria-label="Contattaci"
      inert={isAway}
      className={`print:hidden fixed inset-x-0 bottom-0 z-30 border-line border-t bg-white transition-transform ${
        isAway ? 'translate-y-full' : ''
      }`}
    >
      {sentCode !== null && (
        <p className="bg-leaf px-4 py-1.5 text-center font-medium text-sm text-white">
          Richiesta {sentCode} inviata: ti ricontattiamo al numero che hai indicato.
        </p>
      )}
      <div className="wrap flex min-h-[var(--bar)] flex-wrap items-center gap-2 py-2 sm:gap-3">
        <p className="mr-auto hidden text-ink-soft lg:block">
          Ogni giorno {hours} ·{' '}
          <a href={tel} className="inline-flex min-h-11 items-center font-semibold text-ink underline">
            {phone}
          </a>
        </p>
        <ButtonLink href={tel} look="plain" className="px-3.5 sm:px-5" aria-label="Chiama">
          <Icon name="phone" />
          <span className="max-sm:hidden">Chiama</span>
        </ButtonLink>
        <ButtonLink
          href={whatsApp(message)}
          look="plain"
          className="px-3.5 sm:px-5"
          aria-label="WhatsApp"
          rel="noopener"
        >
          <WhatsAppIcon className="size-5 text-leaf" />
          <span className="max-sm:hidden">WhatsApp</span>
        </ButtonLink>
        <AskButton
          ask="availability"
          look="sun"
          className="flex-1 px-2 text-sm sm:flex-none sm:px-6 sm:text-base"
        >
          RICHIEDI DISPONIBILITÀ
        </AskButton>
      </div>
    </section>
  )
}

/** Returns the WhatsApp message, which contains the route of this page, the party, the price and the page's URL. */
export function useWhatsAppMessage(): string {
  const { journey, trip, offersFor, pageUrl } = useRequests()
  if (!journey) return 'Ciao! Vorrei informazioni su un transfer nel Salento.'
  const chosen = trip && `Siamo ${tripWords(trip, chosenOffer(offersFor(trip), trip.vehicle))}.`
  return [
    `Ciao! Vorrei informazioni sul transfer ${journey.departure} → ${journey.destination}.`,
    chosen,
    pageUrl,
  ]
    .filter(Boolean)
    .join(' ')
    .replaceAll('\u00a0', ' ')
}
