//! Tests of pairs of shapes, surfaces and worlds: oracles, brute force, and regressions. One binary, because each
//! binary compiles the generic code that it calls again.

mod bounds_drawn;
mod building;
mod cases;
mod chain;
mod chain_parts;
mod compact;
mod compound;
mod crossings;
mod curved;
mod found;
mod heights;
mod hulls;
mod independent;
mod inside;
mod kinds;
mod leaving;
mod local_scene;
mod manifold;
mod mesh;
mod mesh_nasty;
mod near_starts;
mod oracle;
mod pairs;
mod penetration;
mod polytope;
mod ray_intervals;
mod scaled;
mod solid;
mod support;
mod tiles;
mod turning;
mod turns;
mod visitors;
mod watertight;
mod world;
