import { PartialType } from '@nestjs/swagger';
import { CreateIssueDto } from './create-issue.dto.js';

export class UpdateIssueDto extends PartialType(CreateIssueDto, { skipNullProperties: false }) {}
