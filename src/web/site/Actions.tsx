import { ButtonLink } from '../ui/Button.tsx'
import { AskButton } from './AskButton.tsx'
import { useCompany } from './company.ts'
import { Icon, WhatsAppIcon } from './icons.tsx'
import { useWhatsAppMessage } from './StickyBar.tsx'

/** The three ways to contact the office: call, send a WhatsApp message, request a quote. */
export function Actions({ isOnInk = false }: { isOnInk?: boolean }) {
  const { tel, whatsApp } = useCompany()
  const message = useWhatsAppMessage()
  const look = isOnInk ? 'night' : 'plain'
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <ButtonLink href={tel} look="sun" className="flex-auto">
        <Icon name="phone" />
        CHIAMA ORA
      </ButtonLink>
      <ButtonLink href={whatsApp(message)} look={look} className="flex-auto" rel="noopener">
        <WhatsAppIcon />
        WhatsApp
      </ButtonLink>
      <AskButton ask="quote" look={look} className="flex-auto">
        Richiedi preventivo
      </AskButton>
    </div>
  )
}
