import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateIssue1767225600000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TYPE "issue_state_enum" AS ENUM('open', 'closed')`);
    await queryRunner.query(`CREATE TABLE "issue" ("id" SERIAL NOT NULL, "title" character varying(120) NOT NULL,
      "state" "issue_state_enum" NOT NULL DEFAULT 'open', "hours" integer, "owner_id" integer NOT NULL,
      "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "issue_pk" PRIMARY KEY ("id"))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "issue"`);
    await queryRunner.query(`DROP TYPE "issue_state_enum"`);
  }
}
