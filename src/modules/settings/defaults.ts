import type { Company } from './company/contract.ts'
import type { SiteMode } from './site/contract.ts'

/** Values shown until staff store their own. The dashboard warns about each default in use. */
export const defaultCompany: Company = {
  companyName: 'Salento Transfer',
  phone: '+39 0832 000000',
  email: 'info@salento-transfer.example',
  leadsEmail: 'richieste@salento-transfer.example',
  vatNumber: '00000000000',
  rea: '',
  address: '',
  city: '',
  cap: '',
  fullAddress: '',
}

export const defaultSiteMode: SiteMode = {
  isLive: true,
  message: 'Il sito è attualmente in manutenzione. Torneremo presto!',
}
