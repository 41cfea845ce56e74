import type { Ref } from 'react'
import { isMoment, skippedMoment } from '../../../kernel/moment.ts'
import { clockOf, romanMoments } from '../../../kernel/romanDay.ts'
import { said } from '../../../languages/translate.ts'
import { CheckField, TextField } from '../../ui/Field.tsx'
import { useLanguage } from '../../ui/language.ts'
import { chosenMoment, dateTimeValue, isSecond, wallTimeOf } from './dateTimeField.ts'

interface MomentFieldProps {
  label: string
  name?: string
  /** Time in Rome such as `2026-10-25T02:30`, with an offset for the second 2:30 of that night; or empty. */
  value: string
  error?: string | undefined
  hint?: string | undefined
  readOnly?: boolean
  'aria-required'?: true
  ref?: Ref<HTMLInputElement>
  onChange(value: string): void
}

/** Day and time in Rome. A box chooses the second of two equal times in the night in October. */
export function MomentField({ value, error, onChange, ...field }: MomentFieldProps) {
  const { t } = useLanguage()
  const wall = wallTimeOf(value)
  const skipped = skippedMoment(wall)
  const [, second] = isMoment(wall) ? romanMoments(wall.slice(0, 10), wall.slice(11, 16)) : []
  return (
    <div>
      <TextField
        {...field}
        type="datetime-local"
        value={wall}
        error={skipped ? said(t, skipped) : error}
        onChange={({ target }) => onChange(target.value)}
      />
      {second && !field.readOnly && (
        <CheckField
          checked={isSecond(value)}
          onChange={({ target }) => onChange(target.checked ? chosenMoment(second) : wall)}
        >
          {`Quella notte le ${clockOf(second)} vengono due volte: intendo la seconda, con l’ora solare`}
        </CheckField>
      )}
    </div>
  )
}

/** Returns whether a day and time in Rome, of which either may be empty, are past. */
export function isPastTime(day: string, time: string): boolean {
  const now = dateTimeValue(new Date())
  return day !== '' && (time === '' ? day < now.slice(0, 10) : `${day}T${time}` < now)
}

/** Staff may record rides afterwards, so a past time is no error. */
export const pastHint = 'È già passato: va bene solo per una corsa già fatta.'
