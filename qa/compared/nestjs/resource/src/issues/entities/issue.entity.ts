import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

export const STATES = ['open', 'closed'] as const;
export type State = (typeof STATES)[number];

@Entity()
export class Issue {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ length: 120 })
  title: string;

  @Column({ type: 'enum', enum: STATES, default: 'open' })
  state: State;

  @Column({ type: 'integer', nullable: true })
  hours: number | null;

  @Column({ name: 'owner_id' })
  ownerId: number;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}
