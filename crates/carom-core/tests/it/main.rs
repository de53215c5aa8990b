//! Pairs of shapes, surfaces and worlds: against oracles, brute force and the cases that were once wrong. One binary,
//! because each one compiles the generic code it calls again.

mod building;
mod cases;
mod chain;
mod chain_parts;
mod compact;
mod found;
mod heights;
mod hulls;
mod independent;
mod inside;
mod mesh;
mod mesh_nasty;
mod near;
mod oracle;
mod pairs;
mod turning;
mod turns;
mod watertight;
mod world;
