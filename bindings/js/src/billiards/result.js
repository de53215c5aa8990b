// A shot that was played.

import { LIST, Resource } from "../core.js";
import * as L from "../layout.js";
import { ballAt, double, listed, stateAt, whole } from "./values.js";

const NONE = 0xffffffff, STATUS = ["at_rest", "miscue", "too_many_events"], MOTIONS = ["stationary", "spinning", "rolling", "sliding", "pocketed", "airborne", "off_table"];
/** The name of `other` of an event, by the number of its kind. */
const KINDS = ["strike", "transition", "ball", "cushion", "pocket", "slate", "off_table"], OTHER = [null, "to", "other", "cushion", "pocket"];

function eventAt(core, at) {
  const { f64, u32 } = core, word = (place) => u32[at + place >> 2], number = word(L.ShotEvent_kind), kind = KINDS[number], other = word(L.ShotEvent_other);
  const event = { time: f64[at + L.ShotEvent_time >> 3], kind, ball: word(L.ShotEvent_ball), after: stateAt(core, at + L.ShotEvent_after) };
  if (kind === "transition") return { ...event, from: MOTIONS[word(L.ShotEvent_from)], to: MOTIONS[other] };
  if (OTHER[number]) event[OTHER[number]] = other;
  if (kind === "ball") event.otherAfter = stateAt(core, at + L.ShotEvent_other_after);
  if (kind === "ball" || kind === "cushion" || kind === "slate") event.speed = f64[at + L.ShotEvent_speed >> 3];
  return event;
}

export class ShotResult extends Resource {
  /** Takes over the handle in the block. */
  constructor(core) {
    super(core);
    this._own("shot_free");
    const at = core.at + LIST, word = (place) => core.u32[at + place >> 2];
    core.c.shot_info(this._handle, at);
    this.status = STATUS[word(L.ShotInfo_status)];
    this.duration = core.f64[at + L.ShotInfo_duration >> 3];
    const hit = word(L.ShotInfo_first_ball_hit);
    this.firstBallHit = hit === NONE ? null : hit;
    this._events = null;
  }

  _listed(size, call, read) {
    const core = this._core, handle = this._live("result");
    return listed(core, size, (...out) => call(core.c, handle, ...out), read);
  }

  /** All events, in their order. */
  get events() {
    return this._events ??= this._listed(L.ShotEvent_size, (c, ...all) => c.shot_events(...all), eventAt);
  }

  /** The balls at the end, for `withBalls`. */
  get balls() {
    return this._listed(L.PoolBall_size, (c, ...all) => c.shot_balls(...all), ballAt);
  }

  get pocketed() {
    return this.events.filter(({ kind }) => kind === "pocket").map(({ ball, pocket }) => ({ ball, pocket }));
  }

  get offTable() {
    return this.events.filter(({ kind }) => kind === "off_table").map(({ ball }) => ball);
  }

  /** All balls at a time, exact as the events are. */
  at(time) {
    double(time, "time");
    return this._listed(L.BallState_size, (c, handle, ...out) => c.shot_at(handle, time, ...out), stateAt);
  }

  /** The motion of a ball as a polyline. */
  trace(ball) {
    whole(ball, "ball");
    return this._listed(L.TracePoint_size, (c, handle, ...out) => c.shot_trace(handle, ball, ...out), (core, at) => ({
      time: core.f64[at + L.TracePoint_time >> 3], ...stateAt(core, at + L.TracePoint_state), motion: MOTIONS[core.u32[at + L.TracePoint_motion >> 2]],
    }));
  }
}
