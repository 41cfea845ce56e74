import type { ComponentType } from 'react'
import type { Role } from '../../../kernel/role.ts'

export type LoadScreen = () => Promise<{ default: ComponentType }>

/** The least role, or the least roles, that open a screen. */
export type Least = Role | readonly Role[]

/** Paths are below `panelRoot` (adminPath.ts). `least` defaults to admin. A screen with `isBare` has no menu and needs no session. */
export type Screens = Record<string, LoadScreen | { least: Least; load: LoadScreen; isBare?: true }>
