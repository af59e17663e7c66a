import { IsIn, IsInt, IsOptional, IsString, Length, Min, ValidateIf } from 'class-validator';
import { STATES, type State } from '../entities/issue.entity.js';

export class CreateIssueDto {
  @IsString()
  @Length(1, 120)
  title: string;

  @ValidateIf(({ state }) => state !== undefined)
  @IsIn(STATES)
  state?: State;

  @IsOptional()
  @IsInt()
  @Min(0)
  hours?: number | null;
}
