import { useWatch } from 'react-hook-form'
import { slugOf } from '../../../../kernel/slug.ts'
import { ListRoutes, type RouteForm } from '../../../../modules/catalog/routes/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { FormText } from '../../kit/Form.tsx'
import type { ContractForm } from '../../kit/useContractForm.ts'

interface RouteAddressProps {
  form: ContractForm<RouteForm>
  /** Null until the user has chosen both places. */
  names: { from: string; to: string } | null
  /** Path of the public page; null if the page is not public. */
  preview: string | null
}

export function RouteAddress({ form, names, preview }: RouteAddressProps) {
  const { control, setValue } = form.rhf
  const slug = useWatch({ control, name: 'slug' }) ?? ''
  // Takes the site's origin from the URL of any route, because the panel may run on another domain.
  const any = useQueryCall(ListRoutes, { page: 1, limit: 1 })
  const known = any.data && !Array.isArray(any.data) ? any.data.items[0]?.canonicalUrl : undefined
  const origin = known ? new URL(known).origin : location.origin

  function build(): void {
    if (!names) return
    const built = slugOf(`${names.from} ${names.to}`)
    setValue('slug', built, { shouldDirty: true, shouldValidate: true })
    setValue('canonicalUrl', `${origin}/tratte/transfer-${built}/`, { shouldDirty: true })
  }

  return (
    <div className="grid gap-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <FormText
            form={form}
            name="slug"
            hint={`Senza il prefisso "transfer-". La pagina sarà /tratte/transfer-${slug || '…'}/`}
          />
        </div>
        <Button look="plain" className="mt-7" disabled={!names} onClick={build}>
          Auto
        </Button>
      </div>
      <FormText form={form} name="canonicalUrl" hint="Vuoto: l’indirizzo della tratta stessa." />
      {preview && (
        <p>
          <a href={preview} target="_blank" rel="noopener" className="text-sea-deep underline">
            Apri la pagina sul sito
          </a>
        </p>
      )}
    </div>
  )
}
