import { jsonb, type Sql, type Tx } from '../../../platform/db.ts'
import type { Texts, TranslationKind } from './contract.ts'
import { sourceRows } from './sources.ts'

export interface BundledTranslation {
  kind: TranslationKind
  language: string
  /** Italian text that identifies the content. */
  source: Texts
  text: Texts
}

/**
 * Skips contents whose Italian text has changed, and contents that have a translation. A translation gets the content's
 * `updated_at`, because the seed delivers content and translation together.
 */
export const addReviewedTranslations = (write: Sql | Tx, translations: BundledTranslation[]) => write`
  insert into translations (kind, id, language, state, text, made_from, shown_text, shown_from, updated_at)
  select b.kind, s.id, b.language, 'reviewed', b.text, s.source, b.text, s.source, s.source_updated_at
  from jsonb_to_recordset(${jsonb(write, translations)}) as b (kind text, language text, source jsonb, text jsonb)
    join ${sourceRows(write)} s on s.kind = b.kind and s.source = b.source
  on conflict do nothing`
