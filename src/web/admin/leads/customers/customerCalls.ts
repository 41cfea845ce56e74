import { ListCustomers, ReadLeadCustomer } from '../../../../modules/leads/customers/contract.ts'

/** Queries made outdated by a change of a customer. The first also matches the query of a single customer. */
export const customerAnswers = [ListCustomers.http, ReadLeadCustomer.http, 'GET /api/admin/email-messages']

export const customerPath = (id: number) => `/admin/clienti/${id}/`
