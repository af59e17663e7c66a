import vine from '@vinejs/vine';

const title = () => vine.string().minLength(1).maxLength(120);
const state = () => vine.enum(['open', 'closed']);
const hours = () => vine.number().withoutDecimals().min(0);

export const createIssueValidator = vine.create({
  title: title(),
  state: state().optional(),
  hours: hours().nullable().optional(),
});

export const updateIssueValidator = vine.create({
  title: title().optional(),
  state: state().optional(),
  hours: hours().nullable().optional(),
});

export const listIssuesValidator = vine.create({
  state: state().optional(),
  minHours: vine.number().optional(),
  sort: vine.enum(['id', 'title', 'state', 'hours', 'createdAt']).optional(),
  order: vine.enum(['asc', 'desc']).optional(),
  page: vine.number().min(1).optional(),
  perPage: vine.number().min(1).max(100).optional(),
});
