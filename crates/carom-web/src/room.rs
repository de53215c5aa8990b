//! Rooms: places with a state, opened from settings, in which a few things can be done.
//!
//! Each module has `open`, a function from its settings to the room, or to why it does not open, and verbs, each
//! `fn(&mut Room, &In) -> Out`. What they take and give says itself how it lies, as with questions. A room is
//! all its state: the same verbs with the same values come to the same bits, natively and in wasm.

mod drawn;
mod hash;
mod pinball;
mod pool;
mod rain;
mod walk;

use crate::numbers::{Asked, Said, Told, schema};
use crate::refused::Refused;
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;

/// A kind of room.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its name, which is that of its page too.
    pub name: &'static str,
    /// What can be done in one.
    pub verbs: &'static [Verb],
    settings: fn(&mut String),
    open: fn(&Said) -> Result<Box<dyn Any>, String>,
}

/// Something that can be done in a room.
#[derive(Clone, Copy, Debug)]
pub struct Verb {
    /// Its name.
    pub name: &'static str,
    schema: fn(&mut String),
    act: fn(&mut dyn Any, &Said) -> Result<Said, Refused>,
}

impl Kind {
    /// How settings and verbs lie, as JSON: `{"name": …, "settings": …, "verbs": [{"name": …, "asked": …, "answer": …}, …]}`.
    #[must_use]
    pub fn schema(&self) -> String {
        let mut text = format!("{{\"name\":\"{}\",\"settings\":", self.name);
        (self.settings)(&mut text);
        text.push_str(",\"verbs\":[");
        let mut comma = "";
        for verb in self.verbs {
            text.push_str(comma);
            (verb.schema)(&mut text);
            comma = ",";
        }
        text.push_str("]}");
        text
    }

    /// The verb of a name.
    #[must_use]
    pub fn verb(&self, name: &str) -> Option<&'static Verb> {
        self.verbs.iter().find(|verb| verb.name == name)
    }

    /// A room of these settings.
    ///
    /// # Errors
    /// Why it does not open, for people to read.
    pub fn open(&'static self, settings: &Said) -> Result<Room, String> {
        let state = (self.open)(settings)?;
        Ok(Room { kind: self, state })
    }
}

impl Verb {
    /// Does it.
    ///
    /// # Errors
    /// What is asked is not what [the schema](Kind::schema) says, or the room is of another kind; nothing has been done.
    pub fn act(&self, room: &mut Room, asked: &Said) -> Result<Said, Refused> {
        (self.act)(&mut *room.state, asked)
    }
}

/// A room that is open.
pub struct Room {
    kind: &'static Kind,
    state: Box<dyn Any>,
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Room")
            .field("kind", &self.kind.name)
            .finish_non_exhaustive()
    }
}

impl Room {
    /// What kind it is.
    #[must_use]
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }
}

/// Rooms by their handles, which are never given twice.
#[derive(Debug, Default)]
pub struct Rooms {
    open: BTreeMap<u32, Room>,
    last: u32,
}

impl Rooms {
    /// Opens a room and tells its handle, which is not 0.
    ///
    /// # Errors
    /// Why it does not open.
    pub fn open(&mut self, kind: &'static Kind, settings: &Said) -> Result<u32, String> {
        let room = kind.open(settings)?;
        let handle = self.last.checked_add(1).ok_or("no handles are left")?;
        self.open.insert(handle, room);
        self.last = handle;
        Ok(handle)
    }

    /// The room of a handle; `None` if it is not open, any more or at all.
    pub fn get(&mut self, handle: u32) -> Option<&mut Room> {
        self.open.get_mut(&handle)
    }

    /// Closes a room; false if it was not open.
    pub fn close(&mut self, handle: u32) -> bool {
        self.open.remove(&handle).is_some()
    }
}

fn settings<R, A: Asked>(_: fn(A) -> Result<R, String>, out: &mut String) {
    A::schema(out);
}

fn open<R: 'static, A: Asked>(
    said: &Said,
    open: fn(A) -> Result<R, String>,
) -> Result<Box<dyn Any>, String> {
    let asked = said
        .value()
        .ok_or("its settings are not what it asks for")?;
    Ok(Box::new(open(asked)?))
}

fn verb<R, A: Asked, B: Told>(name: &str, _: fn(&mut R, &A) -> B, out: &mut String) {
    schema::<A, B>(name, out);
}

fn act<R: 'static, A: Asked, B: Told>(
    room: &mut dyn Any,
    said: &Said,
    verb: fn(&mut R, &A) -> B,
) -> Result<Said, Refused> {
    let room = room.downcast_mut().ok_or(Refused)?;
    let asked = said.value().ok_or(Refused)?;
    Ok(Said::of(&verb(room, &asked)))
}

/// The rooms of these modules, each with its function `open` and its verbs.
macro_rules! table {
    ($($module:ident { $($verb:ident),* $(,)? })*) => {
        &[$(Kind {
            name: stringify!($module),
            settings: |out| settings($module::open, out),
            open: |said| open(said, $module::open),
            verbs: &[$(Verb {
                name: stringify!($verb),
                schema: |out| verb(stringify!($verb), $module::$verb, out),
                act: |room, said| act(room, said, $module::$verb),
            }),*],
        }),*]
    };
}

/// All kinds of rooms; their place, and that of their verbs, is how wasm is told which.
#[must_use]
pub fn rooms() -> &'static [Kind] {
    table![
        walk { tick, picture, things, figure, set, restart }
        pool { scene, go, event, look, shoot, line, aim, hash }
        pinball { scene, tick }
        rain { level, tick, set, hash }
    ]
}
