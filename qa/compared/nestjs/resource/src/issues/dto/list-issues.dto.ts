import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { STATES, type State } from '../entities/issue.entity.js';

export class ListIssuesDto {
  @IsOptional()
  @IsIn(STATES)
  state?: State;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  minHours?: number;

  @IsIn(['id', 'title', 'state', 'hours', 'createdAt'])
  sort: 'id' | 'title' | 'state' | 'hours' | 'createdAt' = 'id';

  @IsIn(['asc', 'desc'])
  order: 'asc' | 'desc' = 'asc';

  @Type(() => Number)
  @IsInt()
  @Min(1)
  page: number = 1;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  pageSize: number = 20;
}
