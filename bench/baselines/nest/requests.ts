import { Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUrl,
  Length,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';

export class PageQuery {
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @IsOptional()
  page = 1;

  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(1000)
  @IsOptional()
  per_page = 10;
}

class RpcUrlRequest {
  @IsUrl()
  url!: string;

  @IsInt()
  @Min(0)
  @Max(100)
  @IsOptional()
  weight = 100;
}

export class UpdateRelayerRequest {
  @Length(1, 255)
  @IsOptional()
  name?: string;

  @IsBoolean()
  @IsOptional()
  paused?: boolean;

  @IsString()
  @IsOptional()
  notification_id?: string | null;

  @Type(() => RpcUrlRequest)
  @ValidateNested({ each: true })
  @IsArray()
  @IsOptional()
  custom_rpc_urls?: RpcUrlRequest[] | null;

  @IsObject()
  @IsOptional()
  policies?: Record<string, unknown> | null;
}
