//! Which code is only compiled for tests.

use syn::{Attribute, Item, Meta};

/// `#[test]`, `#[cfg(test)]`, `#[cfg(all(test, …))]`; not `#[cfg(not(test))]`.
pub(crate) fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("cfg") => {
            let condition = list.tokens.to_string().replace(' ', "");
            condition == "test" || condition.starts_with("all(test")
        }
        _ => false,
    })
}

/// The attributes of an item.
pub(crate) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(syn::ItemConst { attrs, .. })
        | Item::Enum(syn::ItemEnum { attrs, .. })
        | Item::ExternCrate(syn::ItemExternCrate { attrs, .. })
        | Item::Fn(syn::ItemFn { attrs, .. })
        | Item::Impl(syn::ItemImpl { attrs, .. })
        | Item::Macro(syn::ItemMacro { attrs, .. })
        | Item::Mod(syn::ItemMod { attrs, .. })
        | Item::Static(syn::ItemStatic { attrs, .. })
        | Item::Struct(syn::ItemStruct { attrs, .. })
        | Item::Trait(syn::ItemTrait { attrs, .. })
        | Item::Type(syn::ItemType { attrs, .. })
        | Item::Union(syn::ItemUnion { attrs, .. })
        | Item::Use(syn::ItemUse { attrs, .. }) => attrs,
        _ => &[],
    }
}
