import type { Photo } from '../../../modules/content/photos/contract.ts'
import { hoursRule } from '../../../modules/settings/company/sentences.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../company.ts'
import { PhotoFigure } from './PhotoFigure.tsx'

/** Renders nothing without a photo. */
export function CompanyPhoto({ photo }: { photo: Photo | null }) {
  const { t } = useLanguage()
  const company = useCompany()
  if (!photo) return null
  return (
    <section className="py-10 sm:py-14">
      <div className="wrap grid items-center gap-x-12 gap-y-6 lg:grid-cols-[3fr_2fr]">
        <PhotoFigure photo={photo} sizes="(min-width: 64rem) 44rem, 100vw" className="aspect-16/9" />
        <div>
          <h2 className="wrap-anywhere text-3xl">{company.companyName}</h2>
          <p className="mt-3 text-lg">{hoursRule(t, company)}</p>
        </div>
      </div>
    </section>
  )
}
