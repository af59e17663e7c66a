import { ForbiddenException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThanOrEqual, Repository } from 'typeorm';
import type { User } from '../auth.guard.js';
import type { CreateIssueDto } from './dto/create-issue.dto.js';
import type { ListIssuesDto } from './dto/list-issues.dto.js';
import type { UpdateIssueDto } from './dto/update-issue.dto.js';
import { Issue } from './entities/issue.entity.js';

@Injectable()
export class IssuesService {
  constructor(@InjectRepository(Issue) private readonly issues: Repository<Issue>) {}

  create(user: User, createIssueDto: CreateIssueDto): Promise<Issue> {
    return this.issues.save({ ...createIssueDto, ownerId: user.id });
  }

  async findAll({
    state,
    minHours,
    sort,
    order,
    page,
    pageSize,
  }: ListIssuesDto): Promise<{ data: Issue[]; total: number }> {
    const [data, total] = await this.issues.findAndCount({
      where: { state, hours: minHours === undefined ? undefined : MoreThanOrEqual(minHours) },
      order: { [sort]: order },
      skip: (page - 1) * pageSize,
      take: pageSize,
    });
    return { data, total };
  }

  async findOne(id: number): Promise<Issue> {
    const issue = await this.issues.findOneBy({ id });
    if (issue === null) throw new NotFoundException();
    return issue;
  }

  async update(user: User, id: number, updateIssueDto: UpdateIssueDto): Promise<Issue> {
    const issue = await this.findOwned(user, id);
    return this.issues.save({ ...issue, ...updateIssueDto });
  }

  async remove(user: User, id: number): Promise<void> {
    await this.issues.remove(await this.findOwned(user, id));
  }

  private async findOwned(user: User, id: number): Promise<Issue> {
    const issue = await this.findOne(id);
    if (issue.ownerId !== user.id) throw new ForbiddenException();
    return issue;
  }
}
