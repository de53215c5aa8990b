//! Interactive demos: a state, opened from settings and changed by methods.
//!
//! Each module has `open`, a function from its settings to the demo or an error message, and methods, each
//! `fn(&mut Demo, &In) -> Out`. As for queries, the types of inputs and outputs define the schemas. A demo has no hidden
//! state: the same calls with the same values give the same bits, natively and in wasm.

#[cfg(feature = "billiards")]
mod billiards;
#[cfg(feature = "demos")]
mod drawn;
#[cfg(feature = "demos")]
mod hash;
#[cfg(feature = "demos")]
mod pinball;
#[cfg(feature = "demos")]
mod pool;
#[cfg(feature = "demos")]
mod rain;
#[cfg(feature = "demos")]
mod walk;

use crate::codec::{Decode, Encode, Encoded, schema};
use crate::decode_error::DecodeError;
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;

/// A kind of demo.
#[derive(Clone, Copy, Debug)]
pub struct DemoKind {
    /// The name of the demo and of its page.
    pub name: &'static str,
    /// The methods of a demo of this kind.
    pub methods: &'static [Method],
    settings: fn(&mut String),
    open: fn(&Encoded) -> Result<Box<dyn Any>, String>,
}

/// A method of a demo.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    schema: fn(&mut String),
    call: fn(&mut dyn Any, &Encoded) -> Result<Encoded, DecodeError>,
}

impl DemoKind {
    /// The schemas of settings and methods, as JSON:
    /// `{"name": …, "settings": …, "methods": [{"name": …, "inputs": …, "answer": …}, …]}`.
    #[must_use]
    pub fn schema(&self) -> String {
        let mut text = format!("{{\"name\":\"{}\",\"settings\":", self.name);
        (self.settings)(&mut text);
        text.push_str(",\"methods\":[");
        let mut comma = "";
        for method in self.methods {
            text.push_str(comma);
            (method.schema)(&mut text);
            comma = ",";
        }
        text.push_str("]}");
        text
    }

    /// The method with this name.
    #[must_use]
    pub fn method(&self, name: &str) -> Option<&'static Method> {
        self.methods.iter().find(|method| method.name == name)
    }

    /// Opens a demo with these settings.
    ///
    /// # Errors
    /// A message that says why it does not open.
    pub fn open(&'static self, settings: &Encoded) -> Result<Demo, String> {
        let state = (self.open)(settings)?;
        Ok(Demo { kind: self, state })
    }
}

impl Method {
    /// Calls the method.
    ///
    /// # Errors
    /// The inputs do not match [the schema](DemoKind::schema), or the demo is of another kind; the demo is unchanged.
    pub fn call(&self, demo: &mut Demo, inputs: &Encoded) -> Result<Encoded, DecodeError> {
        (self.call)(&mut *demo.state, inputs)
    }
}

/// An open demo.
pub struct Demo {
    kind: &'static DemoKind,
    state: Box<dyn Any>,
}

impl fmt::Debug for Demo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Demo")
            .field("kind", &self.kind.name)
            .finish_non_exhaustive()
    }
}

impl Demo {
    /// The kind of this demo.
    #[must_use]
    pub fn kind(&self) -> &'static DemoKind {
        self.kind
    }
}

/// The open demos by their handles. A handle is never used twice.
#[derive(Debug, Default)]
pub struct Demos {
    open: BTreeMap<u32, Demo>,
    last: u32,
}

impl Demos {
    /// Opens a demo and returns its handle, which is never 0.
    ///
    /// # Errors
    /// A message that says why it does not open.
    pub fn open(&mut self, kind: &'static DemoKind, settings: &Encoded) -> Result<u32, String> {
        let demo = kind.open(settings)?;
        let handle = self.last.checked_add(1).ok_or("no handles are left")?;
        self.open.insert(handle, demo);
        self.last = handle;
        Ok(handle)
    }

    /// The demo with this handle; `None` if it is not open.
    pub fn get(&mut self, handle: u32) -> Option<&mut Demo> {
        self.open.get_mut(&handle)
    }

    /// Closes a demo; false if it was not open.
    pub fn close(&mut self, handle: u32) -> bool {
        self.open.remove(&handle).is_some()
    }
}

fn settings<R, A: Decode>(_: fn(A) -> Result<R, String>, out: &mut String) {
    A::schema(out);
}

fn open<R: 'static, A: Decode>(
    settings: &Encoded,
    open: fn(A) -> Result<R, String>,
) -> Result<Box<dyn Any>, String> {
    let settings = settings
        .value()
        .ok_or("the settings do not match the schema")?;
    Ok(Box::new(open(settings)?))
}

fn method_schema<R, A: Decode, B: Encode>(name: &str, _: fn(&mut R, &A) -> B, out: &mut String) {
    schema::<A, B>(name, out);
}

fn call<R: 'static, A: Decode, B: Encode>(
    demo: &mut dyn Any,
    inputs: &Encoded,
    method: fn(&mut R, &A) -> B,
) -> Result<Encoded, DecodeError> {
    let demo = demo.downcast_mut().ok_or(DecodeError)?;
    let inputs = inputs.value().ok_or(DecodeError)?;
    Ok(Encoded::of(&method(demo, &inputs)))
}

/// A table of the function `open` and the methods of each of these modules, of the features that are enabled.
macro_rules! table {
    ($($feature:literal: $module:ident { $($method:ident),* $(,)? })*) => {
        &[$(#[cfg(feature = $feature)] DemoKind {
            name: stringify!($module),
            settings: |out| settings($module::open, out),
            open: |numbers| open(numbers, $module::open),
            methods: &[$(Method {
                name: stringify!($method),
                schema: |out| method_schema(stringify!($method), $module::$method, out),
                call: |demo, inputs| call(demo, inputs, $module::$method),
            }),*],
        }),*]
    };
}

/// All kinds of demos. The wasm addresses a kind, and a method of a kind, by its index here.
#[must_use]
pub fn demos() -> &'static [DemoKind] {
    table![
        "demos": walk { tick, picture, things, figure, set, restart, put }
        "demos": pool { scene, go, event, look, shoot, line, aim, hash }
        "demos": pinball { scene, tick }
        "demos": rain { level, tick, set, hash }
        "billiards": billiards { set, scene, balls, shot, aim, moment, traces, events, ending, rest }
    ]
}
