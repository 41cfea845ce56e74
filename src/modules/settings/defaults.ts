import { italian } from '../../languages/catalogs.ts'
import type { Company } from './company/contract.ts'
import type { SiteMode } from './site/contract.ts'

/** Values used until staff store others. The dashboard lists the defaults in use. */
export const defaultCompany: Pick<Company, 'companyName' | 'phone' | 'email' | 'leadsEmail'> = {
  companyName: 'Salento Transfer',
  phone: '+39 0832 000000',
  email: 'info@salento-transfer.example',
  leadsEmail: 'richieste@salento-transfer.example',
}

export const defaultSiteMode: SiteMode = {
  isLive: true,
  message: italian('closed.message'),
}
