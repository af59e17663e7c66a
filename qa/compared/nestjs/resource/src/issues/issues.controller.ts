import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  ParseIntPipe,
  Patch,
  Post,
  Query,
  Req,
  UseGuards,
} from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import { AuthGuard, type SignedIn } from '../auth.guard.js';
import { CreateIssueDto } from './dto/create-issue.dto.js';
import { ListIssuesDto } from './dto/list-issues.dto.js';
import { UpdateIssueDto } from './dto/update-issue.dto.js';
import { IssuesService } from './issues.service.js';

@Controller('issues')
export class IssuesController {
  constructor(private readonly issuesService: IssuesService) {}

  @Post()
  @ApiBearerAuth()
  @UseGuards(AuthGuard)
  create(@Req() { user }: SignedIn, @Body() createIssueDto: CreateIssueDto) {
    return this.issuesService.create(user, createIssueDto);
  }

  @Get()
  findAll(@Query() query: ListIssuesDto) {
    return this.issuesService.findAll(query);
  }

  @Get(':id')
  findOne(@Param('id', ParseIntPipe) id: number) {
    return this.issuesService.findOne(id);
  }

  @Patch(':id')
  @ApiBearerAuth()
  @UseGuards(AuthGuard)
  update(@Req() { user }: SignedIn, @Param('id', ParseIntPipe) id: number, @Body() updateIssueDto: UpdateIssueDto) {
    return this.issuesService.update(user, id, updateIssueDto);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiBearerAuth()
  @UseGuards(AuthGuard)
  remove(@Req() { user }: SignedIn, @Param('id', ParseIntPipe) id: number) {
    return this.issuesService.remove(user, id);
  }
}
