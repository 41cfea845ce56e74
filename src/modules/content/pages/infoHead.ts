import type { Translate } from '../../../languages/translate.ts'
import type { Operator } from '../../settings/company/contract.ts'
import { openingWords } from '../../settings/company/sentences.contract.ts'
import type { View } from './contract.ts'
import { breadcrumbs, business } from './structuredData.ts'

type InfoView = Extract<
  View,
  { kind: 'business' | 'contacts' | 'privacy' | 'terms' | 'maintenance' | 'snippetsTest' }
>

interface Words {
  title: string
  description: string
  isIndexable?: boolean
  jsonLd?: unknown[]
}

export function infoWords(t: Translate, view: InfoView, company: Operator, origin: string): Words {
  const crumb = (name: string, path: string) => breadcrumbs(t, origin, [[name, path]])
  switch (view.kind) {
    case 'business':
      return {
        title: t('head.business'),
        description: t('head.businessText'),
        jsonLd: [crumb(t('nav.business'), '/aziende/')],
      }
    case 'contacts':
      return {
        title: t(view.isSent ? 'head.contactsSent' : 'head.contacts'),
        description: t('head.contactsText', {
          hours: openingWords(t, company),
          always: company.isPhoneAlwaysOn ? t('head.contactsAlways') : '',
        }),
        jsonLd: [crumb(t('nav.contacts'), '/contatti/'), business(t, company, origin, [])],
      }
    case 'privacy':
      return {
        title: t('head.privacy'),
        description: t('head.privacyText'),
        jsonLd: [crumb(t('nav.privacy'), '/privacy-policy/')],
      }
    case 'terms':
      return {
        title: t('head.terms'),
        description: t('head.termsText'),
        jsonLd: [crumb(t('nav.terms'), '/termini-condizioni/')],
      }
    case 'snippetsTest':
      return { title: t('head.snippets'), description: t('head.snippetsText'), isIndexable: false }
    case 'maintenance':
      return { title: t('head.maintenance'), description: t('head.maintenanceText'), isIndexable: false }
  }
}
