import { Box, Braces, Camera, CircleDashed, Lightbulb, Type, type LucideIcon } from 'lucide-react';
import type { Entity } from '../../../src-preload/contract';

/** The icon that says best what an entity is. */
export function entityIcon(entity: Entity): LucideIcon {
  const { components } = entity;
  if (components['camera']) return Camera;
  if (components['light']) return Lightbulb;
  if (components['text']) return Type;
  if (components['mesh']) return Box;
  if (components['script']) return Braces;
  return CircleDashed;
}
