//! Tables that follow patches, as the description of the API says.

use serde_json::{Map, Value as Json};

/// Changes a table as a patch says.
pub fn apply(table: &mut Json, patch: &Json) {
    let lists = ["seats", "hands", "tracks", "registers", "overlays", "choices"];
    for (name, change) in patch.as_object().unwrap() {
        match name.as_str() {
            "gone" => table["pieces"]
                .as_array_mut()
                .unwrap()
                .retain(|piece| !change.as_array().unwrap().contains(&piece["key"])),
            "pieces" => {
                change.as_array().unwrap().iter().for_each(|piece| change_piece(&mut table["pieces"], piece))
            }
            "fight" => {
                for (part, change) in change.as_object().unwrap() {
                    let battle = &mut table["battle"];
                    match part.as_str() {
                        "sides" | "fighters" | "outlook" => follow(battle, part, change),
                        _ => battle[part] = change.clone(),
                    }
                }
            }
            name if lists.contains(&name) => follow(table, name, change),
            // Of what may be left out, nothing means that it is not there.
            "battle" if change.is_null() => {
                table.as_object_mut().unwrap().remove(name);
            }
            _ => table[name] = change.clone(),
        }
    }
}

/// A new list: a pair of numbers stands for items of the old one, anything else for itself.
fn follow(whole: &mut Json, name: &str, runs: &Json) {
    let old = whole[name].as_array().cloned().unwrap_or_default();
    let mut new = Vec::new();
    for run in runs.as_array().unwrap() {
        match run.as_array() {
            Some(pair) => {
                let at = |nth: usize| pair[nth].as_u64().unwrap() as usize;
                new.extend_from_slice(&old[at(0)..at(0) + at(1)]);
            }
            None => new.push(run.clone()),
        }
    }
    let whole = whole.as_object_mut().unwrap();
    // An empty list of these is left out.
    if new.is_empty() && ["registers", "outlook"].contains(&name) {
        whole.remove(name);
    } else {
        whole.insert(name.to_owned(), new.into());
    }
}

fn change_piece(pieces: &mut Json, change: &Json) {
    let pieces = pieces.as_array_mut().unwrap();
    let key = |piece: &Json| piece["key"].as_u64().unwrap();
    let at = match pieces.binary_search_by_key(&key(change), key) {
        Ok(at) => at,
        Err(at) => {
            pieces.insert(at, Json::Object(Map::new()));
            at
        }
    };
    let piece = pieces[at].as_object_mut().unwrap();
    for (field, value) in change.as_object().unwrap() {
        match value {
            Json::Null => piece.remove(field),
            Json::Array(list) if list.is_empty() => piece.remove(field),
            value => piece.insert(field.clone(), value.clone()),
        };
    }
}
