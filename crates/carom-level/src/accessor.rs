//! Checked access to the numbers of a glTF.
//!
//! An accessor is validated completely before its first element is read: view
//! within buffer, elements within view, sparse elements likewise, all in
//! checked arithmetic. (`gltf`'s own readers add and multiply unchecked, and
//! its validation indexes out of range: 1.4.1.)

use gltf::json::accessor::{Accessor as Declared, ComponentType, Type};
use gltf::json::validation::Checked;
use gltf::json::{Index, Root};

use crate::MAX_TRIANGLES;
use crate::buffer::Buffers;
use crate::component::{number, whole};
use crate::compressed::Compressed;
use crate::extensions::Extensions;

/// The limit of elements that a file does not store (a sparse accessor without
/// a base is zero elsewhere).
const MAX_IMPLIED: usize = 1 << 20;

/// Everything that an accessor may refer to.
pub(crate) struct Data<'a> {
    root: &'a Root,
    buffers: Buffers<'a>,
    compressed: Compressed<'a>,
    /// The budget of sparse elements to check. Many accessors can share one
    /// long list, so the file's size does not bound the work.
    sparse_room: usize,
}

/// The elements of an accessor.
pub(crate) struct Accessor<'a> {
    pub(crate) count: usize,
    component: ComponentType,
    normalized: bool,
    base: Option<Elements<'a>>,
    sparse: Option<Sparse<'a>>,
}

/// Elements at a constant stride, all of them within `bytes`.
struct Elements<'a> {
    bytes: &'a [u8],
    stride: usize,
    size: usize,
}

struct Sparse<'a> {
    count: usize,
    component: ComponentType,
    indices: Elements<'a>,
    values: Elements<'a>,
}

impl<'a> Data<'a> {
    pub(crate) fn new(root: &'a Root, extensions: &'a Extensions, buffers: Buffers<'a>) -> Self {
        Self {
            root,
            buffers,
            compressed: Compressed::new(extensions),
            sparse_room: MAX_TRIANGLES,
        }
    }

    /// The file's declaration of an accessor.
    pub(crate) fn declared(&self, index: Index<Declared>) -> Result<&'a Declared, String> {
        let index = index.value();
        self.root
            .accessors
            .get(index)
            .ok_or_else(|| format!("accessor {index} does not exist"))
    }

    /// Makes sure that [`open`](Self::open) has the bytes of an accessor.
    pub(crate) fn load(&mut self, index: Index<Declared>) -> Result<(), String> {
        let declared = self.declared(index)?;
        let sparse = declared.sparse.as_ref();
        let views = [
            declared.buffer_view,
            sparse.map(|sparse| sparse.indices.buffer_view),
            sparse.map(|sparse| sparse.values.buffer_view),
        ];
        for index in views.into_iter().flatten() {
            let view = view_at(self.root, index)?;
            let (index, length) = (index.value(), size(view.byte_length.0)?);
            let is_compressed = self
                .compressed
                .load(index, length, self.root, &mut self.buffers)
                .map_err(|reason| format!("buffer view {index}: {reason}"))?;
            if !is_compressed {
                self.buffers.load(self.root, view.buffer.value())?;
            }
        }
        if let Some(sparse) = sparse {
            self.sparse_room = usize::try_from(sparse.count.0)
                .ok()
                .and_then(|count| self.sparse_room.checked_sub(count))
                .ok_or_else(|| format!("more than {MAX_TRIANGLES} sparse elements"))?;
        }
        Ok(())
    }

    /// The elements of an accessor of this type, checked.
    pub(crate) fn open(
        &self,
        index: Index<Declared>,
        wanted: Type,
    ) -> Result<Accessor<'_>, String> {
        self.open_unnamed(self.declared(index)?, wanted)
            .map_err(|reason| format!("accessor {}: {reason}", index.value()))
    }

    /// The bytes of a whole view.
    #[cfg(feature = "draco")]
    pub(crate) fn view(&mut self, index: usize) -> Result<&[u8], String> {
        let view = self.root.buffer_views.get(index);
        let view = view.ok_or_else(|| format!("buffer view {index} does not exist"))?;
        self.buffers.load(self.root, view.buffer.value())?;
        let length = size(view.byte_length.0)?;
        let elements = self.elements(Index::new(index as u32), 0, length, 1)?;
        Ok(elements.bytes)
    }

    fn open_unnamed(&self, declared: &Declared, wanted: Type) -> Result<Accessor<'_>, String> {
        let (Checked::Valid(component), Checked::Valid(kind)) =
            (declared.component_type, declared.type_)
        else {
            return Err("its component type or type is unknown".into());
        };
        if kind != wanted {
            return Err(format!("it holds {kind:?} where {wanted:?} is needed"));
        }
        let count = size(declared.count.0)?;
        let bytes = component.0.size() * kind.multiplicity();
        let base = match declared.buffer_view {
            Some(view) => {
                let offset = size(declared.byte_offset.unwrap_or_default().0)?;
                Some(self.elements(view, offset, count, bytes)?)
            }
            None if declared.sparse.is_none() => return Err("it has no buffer view".into()),
            None if count > MAX_IMPLIED => {
                return Err(format!("{count} zeros that the file does not hold"));
            }
            None => None,
        };
        let sparse = match &declared.sparse {
            Some(sparse) => Some(self.sparse(sparse, count, bytes)?),
            None => None,
        };
        Ok(Accessor {
            count,
            component: component.0,
            normalized: declared.normalized,
            base,
            sparse,
        })
    }

    fn sparse(
        &self,
        declared: &gltf::json::accessor::sparse::Sparse,
        count: usize,
        bytes: usize,
    ) -> Result<Sparse<'_>, String> {
        let Checked::Valid(component) = declared.indices.component_type else {
            return Err("the type of its sparse indices is unknown".into());
        };
        let (indices, values) = (&declared.indices, &declared.values);
        let length = size(declared.count.0)?;
        let sparse = Sparse {
            count: length,
            component: component.0,
            indices: self.elements(
                indices.buffer_view,
                size(indices.byte_offset.0)?,
                length,
                component.0.size(),
            )?,
            values: self.elements(
                values.buffer_view,
                size(values.byte_offset.0)?,
                length,
                bytes,
            )?,
        };
        // Increasing, for binary search.
        let mut least = 0;
        for place in 0..length {
            let index = sparse.index(place);
            if index < least {
                return Err(format!("its sparse index {place} does not increase"));
            }
            if index >= count {
                return Err(format!(
                    "its sparse index {place} is {index}, of {count} elements"
                ));
            }
            least = index + 1;
        }
        Ok(sparse)
    }

    /// `count` elements of `size` bytes within a view within its buffer.
    fn elements(
        &self,
        view: Index<gltf::json::buffer::View>,
        offset: usize,
        count: usize,
        element: usize,
    ) -> Result<Elements<'_>, String> {
        let number = view.value();
        let view = view_at(self.root, view)?;
        let start = size(view.byte_offset.unwrap_or_default().0)?;
        let length = size(view.byte_length.0)?;
        let stored = || {
            let end = start.checked_add(length)?;
            self.buffers.bytes(view.buffer.value()).get(start..end)
        };
        let bytes = self.compressed.bytes(number).or_else(stored);
        let bytes = bytes.ok_or_else(|| format!("buffer view {number} exceeds its buffer"))?;
        // Exporters write a stride of 0 for none.
        let stride = view
            .byte_stride
            .map(|stride| stride.0)
            .filter(|&stride| stride > 0);
        let stride = stride.unwrap_or(element);
        if stride < element {
            return Err(format!(
                "a stride of {stride} bytes for elements of {element}"
            ));
        }
        let bytes = bytes.get(offset..).filter(|bytes| {
            count == 0
                || (count - 1)
                    .checked_mul(stride)
                    .and_then(|last| last.checked_add(element))
                    .is_some_and(|needed| needed <= bytes.len())
        });
        let bytes = bytes.ok_or_else(|| format!("{count} elements exceed buffer view {number}"))?;
        Ok(Elements {
            bytes,
            stride,
            size: element,
        })
    }
}

fn view_at(
    root: &Root,
    index: Index<gltf::json::buffer::View>,
) -> Result<&gltf::json::buffer::View, String> {
    let index = index.value();
    root.buffer_views
        .get(index)
        .ok_or_else(|| format!("buffer view {index} does not exist"))
}

fn size(number: u64) -> Result<usize, String> {
    usize::try_from(number).map_err(|_| format!("{number} is beyond this machine"))
}

impl Elements<'_> {
    fn at(&self, place: usize) -> &[u8] {
        let start = place * self.stride;
        &self.bytes[start..start + self.size]
    }
}

impl Sparse<'_> {
    fn index(&self, place: usize) -> usize {
        whole(self.indices.at(place), self.component) as usize
    }

    /// The value that replaces element `wanted`.
    fn find(&self, wanted: usize) -> Option<&[u8]> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.index(middle).cmp(&wanted) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(self.values.at(middle)),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }
}

impl Accessor<'_> {
    /// The element at `place`, which is less than the count; `None` is zero.
    fn at(&self, place: usize) -> Option<&[u8]> {
        let replaced = self.sparse.as_ref().and_then(|sparse| sparse.find(place));
        replaced.or_else(|| self.base.as_ref().map(|base| base.at(place)))
    }

    /// A scalar as an index.
    pub(crate) fn index(&self, place: usize) -> u32 {
        self.at(place)
            .map_or(0, |bytes| whole(bytes, self.component))
    }

    /// A vector as numbers.
    pub(crate) fn vector(&self, place: usize) -> [f64; 3] {
        self.numbers(place)
    }

    /// The first numbers of an element, which has at least as many.
    pub(crate) fn numbers<const N: usize>(&self, place: usize) -> [f64; N] {
        let Some(bytes) = self.at(place) else {
            return [0.0; N];
        };
        let size = self.component.size();
        std::array::from_fn(|i| {
            let part = &bytes[i * size..(i + 1) * size];
            number(part, self.component, self.normalized)
        })
    }

    /// The type of the components.
    pub(crate) fn component(&self) -> ComponentType {
        self.component
    }
}
