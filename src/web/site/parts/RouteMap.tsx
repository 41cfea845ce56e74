import { useLanguage } from '../../ui/language.ts'
import { ServerHtml } from '../../ui/ServerHtml.tsx'

export function RouteMap({ className = '' }: { className?: string }) {
  return <ServerHtml className={`server-map ${className}`} />
}

export function MapCredit({ className = '' }: { className?: string }) {
  return (
    <p className={`text-ink-soft text-xs ${className}`}>
      <a href="#dati-geografici" className="underline underline-offset-2">
        © OpenStreetMap contributors, GeoNames, ISTAT
      </a>
    </p>
  )
}

/** Text that the map data's licences require, for the footer and the maintenance page, which has no footer. */
export function MapLicences({ className = '' }: { className?: string }) {
  const { t } = useLanguage()
  return (
    <p id="dati-geografici" className={`text-xs ${className}`}>
      {t('map.licences')}
    </p>
  )
}
