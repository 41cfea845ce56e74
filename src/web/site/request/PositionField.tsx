import { useId, useState } from 'react'
import { linkMax } from '../../../modules/catalog/placeSearch/links.contract.ts'
import { TextField } from '../../ui/Field.tsx'
import { useLanguage } from '../../ui/language.ts'
import type { Errors, Values } from '../../ui/useForm.ts'
import { Icon } from '../parts/icons.tsx'

/** Asks for the address at the destination if the departure is an airport, station or port, else at the departure. */
export function PositionField({ errors, values }: { errors: Errors; values: Values }) {
  const { t } = useLanguage()
  const id = useId()
  const [position, setPosition] = useState(values.position ?? '')
  const [note, setNote] = useState('')

  function locate(): void {
    setNote(t('request.locating'))
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setPosition(`${coords.latitude.toFixed(5)}, ${coords.longitude.toFixed(5)}`)
        setNote(t('request.located'))
      },
      () => setNote(t('request.notLocated')),
      { timeout: 10_000, maximumAge: 60_000 },
    )
  }

  return (
    <div>
      <TextField
        label={t('request.address')}
        name="address"
        autoComplete="street-address"
        maxLength={linkMax}
        defaultValue={values.address}
        hint={t('request.addressHint')}
        error={errors.address}
      />
      {/* The field is hidden, because visitors do not know their coordinates. */}
      <input type="hidden" name="position" value={position} />
      <button
        type="button"
        data-app
        onClick={locate}
        aria-describedby={note ? id : undefined}
        className="mt-1 inline-flex min-h-11 items-center gap-2 font-semibold text-sea underline underline-offset-4 noscript:hidden"
      >
        <Icon name="pin" className="size-5" />
        {t('request.locate')}
      </button>
      <p
        id={id}
        role="status"
        data-error={errors.position ? 'position' : undefined}
        className={`text-sm empty:hidden ${errors.position ? 'font-medium text-brick' : 'text-ink-soft'}`}
      >
        {errors.position ?? note}
      </p>
    </div>
  )
}
