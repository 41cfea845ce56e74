import { languageWith } from '../../../languages/catalogs.ts'
import type { LanguageCode } from '../../../languages/messages.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { AnswerWay, LeadKind } from '../lead/contract.ts'
import { firstName } from './contract.ts'
import { italianNames, type Variable, variables } from './variables.contract.ts'

interface Use {
  kind: LeadKind
  via: AnswerWay
  language: LanguageCode
}

export interface Template extends Use {
  /** Null for a bundled template. */
  id: number | null
  name: string
  subject: string
  text: string
}

export function storedTemplates(read: Sql | Tx): Promise<Template[]> {
  return read<Template[]>`
    select id, lead_kind as kind, via, language, name, subject, text from reply_templates order by lower(name), id`
}

/** The first template is the stored or the bundled «Prima risposta», with which a new reply begins. */
export function templatesFor(stored: Template[], use: Use): Template[] {
  const own = stored.filter(
    ({ kind, via, language }) => kind === use.kind && via === use.via && language === use.language,
  )
  const isFirst = ({ name }: Template) => name.toLowerCase() === firstName.toLowerCase()
  return [own.find(isFirst) ?? bundled(use), ...own.filter((one) => !isFirst(one))]
}

/** Placeholders as values. A sentence of `src/languages` filled with these values is a template. */
const written = Object.fromEntries(variables.map((one) => [one, `{${italianNames[one]}}`])) as Record<
  Variable,
  string
>

function bundled({ kind, via, language }: Use): Template {
  const { t } = languageWith(language)
  const use = { kind, via, language, id: null, name: firstName }
  const isMail = via === 'email'
  if (kind === 'contact')
    return {
      ...use,
      subject: isMail ? t('template.messageSubject', written) : '',
      text: t('template.message', written),
    }
  return {
    ...use,
    subject: isMail ? t('template.tripSubject', written) : '',
    text: t(via === 'call' ? 'template.call' : 'template.trip', written),
  }
}
