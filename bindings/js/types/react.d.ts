import type { ReactElement, ReactNode, RefObject } from "react";
import type { Object3D } from "three";
import type { Body, Carom, LocomotionSettings, Mesh, MeshOptions, Mover, MoverSettings, Query, VectorLike, World } from "./index.js";
import type { Selection, SourceOf } from "./three.js";

/**
 * The instance of carom, loaded once; the component suspends meanwhile. `loader`: the `load` of another entry. If it fails, the next error boundary
 * gets its error, and another try needs another function.
 */
export function useCarom(loader?: () => Promise<Carom>): Carom;

export type LevelWorld = World & { level: Body; mesh: Mesh & { source: SourceOf } };
export type LevelOptions = Selection & MeshOptions;

/** A World of an Object3D; null before the first picture, and for no object. The options are read once. */
export function useLevel(object: Object3D | null, options?: LevelOptions): LevelWorld | null;

/** The World of the `Level` above. */
export function useWorld(): LevelWorld;

/** Draws `scene` and makes a World of it once; then come the children, which are no part of that. Another `key` does so again. */
export function Level(props: { scene: Object3D | ReactNode; options?: LevelOptions; children?: ReactNode }): ReactElement;

/** Calls `tick(step)` for every `step` seconds that have passed, then `draw(alpha)` with the fraction of a tick since, before each picture. */
export function useFixedTick(step: number, tick: (dt: number) => void, draw?: (alpha: number) => void): void;

export interface CharacterOptions extends MoverSettings {
  feet?: VectorLike;
  height?: number;
  locomotion?: boolean | LocomotionSettings;
  /** Default: that of the `Level` above. */
  world?: Query;
  /** Ticks a second. Default 60. */
  rate?: number;
}

/**
 * A Mover that is freed with the component; null before the first picture. The options are read once. `tick` steps it; `target` is drawn at its feet,
 * between two ticks.
 */
export function useCharacter(options: CharacterOptions, tick: (mover: Mover, dt: number) => void, target?: RefObject<Object3D | null>): Mover | null;
