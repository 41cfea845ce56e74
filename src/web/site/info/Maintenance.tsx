import { ButtonLink } from '../../ui/Button.tsx'
import { useCompany } from '../company.ts'
import { Icon } from '../icons.tsx'
import { Logo } from '../Logo.tsx'
import type { ScreenProps } from '../screens.tsx'

/** The whole site while it is not live: no navigation, because nothing else answers. */
export function Maintenance({ message }: ScreenProps<'maintenance'>) {
  const { companyName, phone, tel, email, fullAddress, vatNumber, rea } = useCompany()
  return (
    <div className="flex min-h-dvh flex-col bg-sea-pale">
      <div className="wrap py-6">
        <Logo />
      </div>
      <div className="wrap grid flex-1 content-center py-10">
        <RoadAhead />
        <h1 className="mt-6 max-w-2xl text-4xl sm:text-6xl">Siamo in manutenzione</h1>
        <p className="mt-4 max-w-xl whitespace-pre-line text-lg">{message}</p>
        <p className="mt-4 max-w-xl text-lg">
          I transfer invece viaggiano: per prenotare basta una telefonata.
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          <ButtonLink href={tel} look="sun">
            <Icon name="phone" />
            Chiama {phone}
          </ButtonLink>
          <ButtonLink href={`mailto:${email}`} look="plain" className="[overflow-wrap:anywhere]">
            <Icon name="mail" />
            {email}
          </ButtonLink>
        </div>
      </div>
      <p className="wrap py-6 text-ink-soft text-sm">
        © {companyName}
        {fullAddress && ` · ${fullAddress}`} · P.IVA {vatNumber}
        {rea && ` · REA ${rea}`}
      </p>
    </div>
  )
}

/** A road with a piece missing, and its end in sight. */
function RoadAhead() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 300 90"
      fill="none"
      strokeLinecap="round"
      className="h-24 max-w-full"
    >
      <path d="M14 74C60 14 108 12 146 40" className="stroke-sea" strokeWidth="3" />
      <path d="M146 40c40 30 82 28 132-14" className="stroke-sea" strokeWidth="3" strokeDasharray="1 9" />
      <circle cx="14" cy="74" r="7" className="fill-white stroke-sea" strokeWidth="3" />
      <circle cx="146" cy="40" r="9" className="fill-sun stroke-ink" strokeWidth="2" />
      <circle cx="278" cy="26" r="7" className="fill-white stroke-sea" strokeWidth="3" />
    </svg>
  )
}
