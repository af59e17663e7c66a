import { fileURLToPath } from 'node:url';
import { createModels, type Models } from '@rest-gen/model';
import type { BeforeWrite } from '@rest-gen/model/core';
import type { ControllerClass } from '@rest-gen/router';
import { Comment, Issue, type Service, serveModels } from '../serve-issues.ts';

/** The class of the first release, on the tables of the second one. */
class IssueV1 extends Issue {
  static names = { title: 'subject', due: 'deadline.day', reason: 'archive_reason' };
  static hidden = ['deadline_id'];

  override async beforeWrite({ values }: BeforeWrite): Promise<void> {
    const { due: day } = values;
    if (day === undefined) return;
    delete values.due;
    values.deadline_id = day === null ? null : await this.findDeadline(day);
  }

  async findDeadline(day: unknown): Promise<unknown> {
    const deadlines = this.model('deadline');
    return (await deadlines.where({ day: day as string }).find())?.id ?? deadlines.add({ day });
  }
}

class CommentV1 extends Comment {
  static names = { body: 'text' };
}

/** The first release on its own tables. */
export async function serveOld(url: string): Promise<Service> {
  return serveModels(await open(url, 'old'), { issue: Issue, comment: Comment });
}

/** The version that keeps the names of the first release, on tables with others. */
export async function serveVersion(url: string): Promise<Service> {
  const controllers = { issue: IssueV1, comment: CommentV1 };
  return serveModels(await open(url, 'new'), controllers as Record<keyof typeof controllers, ControllerClass>);
}

async function open(url: string, release: 'old' | 'new'): Promise<Models> {
  const models = createModels(url, { migrations: fileURLToPath(new URL(release, import.meta.url)) });
  await models.migrate();
  return models;
}
