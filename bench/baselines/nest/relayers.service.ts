import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import { RelayerEntity } from './relayer.entity';
import type { UpdateRelayerRequest } from './requests';

@Injectable()
export class RelayersService {
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    @InjectRepository(RelayerEntity) private readonly relayers: Repository<RelayerEntity>,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  list(page: number, perPage: number): Promise<[RelayerEntity[], number]> {
    return this.relayers.findAndCount({ order: { seq: 'ASC' }, skip: (page - 1) * perPage, take: perPage });
  }

  async get(id: string): Promise<RelayerEntity> {
    const relayer = await this.relayers.findOneBy({ id });
    if (!relayer) throw new NotFoundException(`Relayer with ID ${id} not found`);
    return relayer;
  }

  /** In turns: TypeORM has one connection to SQLite, and would answer before the commit of transactions that overlap. */
  update(id: string, change: UpdateRelayerRequest): Promise<RelayerEntity> {
    const result = this.turn.then(() =>
      this.dataSource.transaction(async (manager) => {
        const relayer = await manager.findOne(RelayerEntity, { where: { id } });
        if (!relayer) throw new NotFoundException(`Relayer with ID ${id} not found`);
        return manager.save(Object.assign(relayer, change));
      }),
    );
    this.turn = result.catch(() => undefined);
    return result;
  }
}
