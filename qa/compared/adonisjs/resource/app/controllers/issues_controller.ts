import type { HttpContext } from '@adonisjs/core/http';
import { editIssue } from '#abilities/main';
import Issue from '#models/issue';
import { createIssueValidator, listIssuesValidator, updateIssueValidator } from '#validators/issue';

export default class IssuesController {
  async index({ request }: HttpContext) {
    const { state, minHours, sort, order, page, perPage } = await request.validateUsing(listIssuesValidator);
    return Issue.query()
      .if(state, (query) => query.where('state', state!))
      .if(minHours !== undefined, (query) => query.where('hours', '>=', minHours!))
      .orderBy(sort ?? 'id', order ?? 'asc')
      .paginate(page ?? 1, perPage ?? 20);
  }

  async show({ params }: HttpContext) {
    return Issue.findOrFail(params.id);
  }

  async store({ request, response, user }: HttpContext) {
    const payload = await request.validateUsing(createIssueValidator);
    const issue = await Issue.create({ ...payload, ownerId: user!.id });
    return response.created(await issue.refresh());
  }

  async update({ bouncer, params, request }: HttpContext) {
    const issue = await Issue.findOrFail(params.id);
    await bouncer.authorize(editIssue, issue);
    return issue.merge(await request.validateUsing(updateIssueValidator)).save();
  }

  async destroy({ bouncer, params, response }: HttpContext) {
    const issue = await Issue.findOrFail(params.id);
    await bouncer.authorize(editIssue, issue);
    await issue.delete();
    return response.noContent();
  }
}
