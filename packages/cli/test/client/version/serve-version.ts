import { fileURLToPath } from 'node:url';
import { createModels, type Models } from '@rest-gen/model';
import type { BeforeWrite } from '@rest-gen/model/core';
import type { ControllerClass } from '@rest-gen/router';
import { Comment, Issue, type Service, serveModels } from '../serve-issues.ts';

/** The class of the first release, on the tables of the second one. */
class IssueV1 extends Issue {
  static names = { title: 'subject.text', state: 'phase', due: 'deadline', reason: 'archive_reason' };
  static hidden = ['subject_id'];

  override async beforeWrite({ values }: BeforeWrite): Promise<void> {
    const { title: text } = values;
    if (text === undefined) return;
    const subjects = this.model('subject');
    values.subject_id = (await subjects.where({ text: text as string }).find())?.id ?? (await subjects.add({ text }));
    delete values.title;
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
