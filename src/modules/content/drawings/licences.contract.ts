/** The licences of the map data require this text in the footer of every page and on pages without a footer. */
export const mapLicences =
  'Dati geografici: © OpenStreetMap contributors (ODbL 1.0, linea di costa); GeoNames (CC BY 4.0); ISTAT, elenco dei comuni (CC BY); OurAirports (pubblico dominio).'
