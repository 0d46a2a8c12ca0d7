//! Lines in, lines out.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::Result;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

/// Where a player types and reads.
pub struct Console<'a> {
    input: Input<'a>,
    /// Where everything is written to.
    pub out: &'a mut dyn Write,
}

enum Input<'a> {
    /// A person at a terminal, with a line to edit and a history.
    Terminal(Box<DefaultEditor>),
    /// A file or a pipe. What is read is repeated, so that the transcript makes sense.
    Lines(&'a mut dyn BufRead),
}

impl<'a> Console<'a> {
    /// A terminal if there is one at both ends, plain lines from `input` otherwise.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub fn open(input: &'a mut dyn BufRead, out: &'a mut dyn Write) -> Result<Console<'a>> {
        let input = if io::stdin().is_terminal() && io::stdout().is_terminal() {
            Input::Terminal(Box::new(DefaultEditor::new()?))
        } else {
            Input::Lines(input)
        };
        Ok(Console { input, out })
    }

    /// Plain lines from `input`.
    #[cfg(test)]
    pub fn plain(input: &'a mut dyn BufRead, out: &'a mut dyn Write) -> Console<'a> {
        Console { input: Input::Lines(input), out }
    }

    /// The next line, without the spaces around it; nothing at the end of the input.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn ask(&mut self, prompt: &str) -> Result<Option<String>> {
        match &mut self.input {
            Input::Terminal(editor) => {
                self.out.flush()?;
                match editor.readline(prompt) {
                    Ok(line) => {
                        let _ = editor.add_history_entry(&line);
                        Ok(Some(line.trim().to_owned()))
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(error) => Err(error.into()),
                }
            }
            Input::Lines(input) => {
                let mut bytes = Vec::new();
                if input.read_until(b'\n', &mut bytes)? == 0 {
                    writeln!(self.out, "{prompt}")?;
                    return Ok(None);
                }
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                writeln!(self.out, "{prompt}{line}")?;
                Ok(Some(line))
            }
        }
    }
}
