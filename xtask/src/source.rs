//! The repository as the rules see it: files, and the facts of their code without tests.

pub(crate) mod crate_modules;
pub(crate) mod facts;
pub(crate) mod paths;
pub(crate) mod prose;
pub(crate) mod test_code;
pub(crate) mod tokens;
pub(crate) mod tree;
