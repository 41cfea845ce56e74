import { ServerHtml } from '../ui/ServerHtml.tsx'

/** The coast of Salento with the routes of the page, drawn on the server. */
export function RouteMap({ className = '' }: { className?: string }) {
  return <ServerHtml className={`server-map ${className}`} />
}

/** The licences of the map data require this line under every map. */
export function MapCredit({ className = '' }: { className?: string }) {
  return (
    <p className={`text-ink-soft text-xs ${className}`}>
      Dati geografici: © OpenStreetMap contributors (ODbL 1.0, linea di costa); GeoNames (CC BY 4.0); ISTAT,
      elenco dei comuni (CC BY); OurAirports (pubblico dominio).
    </p>
  )
}
