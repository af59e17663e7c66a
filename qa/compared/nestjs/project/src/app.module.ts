import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IssuesModule } from './issues/issues.module.js';

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: process.env.DATABASE_URL,
      autoLoadEntities: true,
      invalidWhereValuesBehavior: { undefined: 'ignore' },
      migrations: ['dist/migrations/*.js'],
      migrationsRun: true,
    }),
    IssuesModule,
  ],
})
export class AppModule {}
