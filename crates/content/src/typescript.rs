//! The declarations as TypeScript types, written to `web/src/generated/content.ts`.

use std::fmt::Write;

use crate::schema::{self, Form, Property, Shape};

/// Lines of the generated file end here where they can.
const WIDTH: usize = 120;

/// The whole file.
pub fn typescript() -> String {
    let mut file = String::from("// Written by `cargo xtask gen` from crates/content. Do not edit.\n");
    declare(&mut file, "ContentFiles", schema::files());
    for (name, shape) in schema::named() {
        declare(&mut file, name, shape);
    }
    file
}

fn declare(file: &mut String, name: &str, shape: Shape) {
    file.push('\n');
    comment(file, "", shape);
    match shape.form() {
        Form::Table(properties) => {
            let _ = writeln!(file, "export interface {name} {{");
            for property in properties {
                member(file, property);
            }
            file.push_str("}\n");
        }
        Form::OneOf(choices) => {
            let _ = writeln!(file, "export type {name} = {};", union(&choices));
        }
        _ => {
            let _ = writeln!(file, "export type {name} = {};", type_of(shape));
        }
    }
}

fn member(file: &mut String, property: Property) {
    comment(file, "  ", property.shape);
    let mark = if property.required { "" } else { "?" };
    let _ = writeln!(file, "  {}{mark}: {};", property.name, type_of(property.shape));
}

fn comment(file: &mut String, indent: &str, shape: Shape) {
    let Some(text) = shape.comment() else { return };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = format!("{indent}/** {text} */");
    if line.len() <= WIDTH {
        let _ = writeln!(file, "{line}");
        return;
    }
    let _ = writeln!(file, "{indent}/**");
    let mut line = format!("{indent} *");
    for word in text.split(' ') {
        if line.len() + 1 + word.len() > WIDTH {
            let _ = writeln!(file, "{line}");
            line = format!("{indent} *");
        }
        line = line + " " + word;
    }
    let _ = writeln!(file, "{line}\n{indent} */");
}

fn type_of(shape: Shape) -> String {
    if let Some(name) = shape.name() {
        return name.to_owned();
    }
    match shape.form() {
        Form::List { item, .. } => format!("{}[]", type_of(item)),
        Form::OneOf(choices) => format!("({})", union(&choices)),
        Form::Table(_) => "object".to_owned(),
        Form::Word(_) => "string".to_owned(),
        Form::Truth => "boolean".to_owned(),
        Form::Number => "number".to_owned(),
    }
}

fn union(choices: &[&str]) -> String {
    let quoted: Vec<String> = choices.iter().map(|choice| format!("'{choice}'")).collect();
    quoted.join(" | ")
}
