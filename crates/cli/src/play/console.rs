//! Lines in, lines out.

use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::Result;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::style::DIM;

const THINKING: &str = "thinking...";

/// Where a player types and reads.
pub struct Console<'a> {
    input: Input<'a>,
    /// Further lines of what was pasted at once.
    pasted: VecDeque<String>,
    /// Where everything is written to.
    pub out: &'a mut dyn Write,
}

enum Input<'a> {
    /// A person at a terminal, with a line to edit and a history.
    Terminal(Box<DefaultEditor>),
    /// A file or a pipe. What is read is repeated, so that the transcript makes sense.
    Lines(&'a mut dyn BufRead),
}

/// What came of asking for a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asked {
    /// A line, without the spaces around it.
    Line(String),
    /// Ctrl-C, which clears the line.
    Interrupted,
    /// There is no more: the end of the input, or Ctrl-D.
    End,
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
        Ok(Console { input, pasted: VecDeque::new(), out })
    }

    /// Plain lines from `input`.
    #[cfg(test)]
    pub fn plain(input: &'a mut dyn BufRead, out: &'a mut dyn Write) -> Console<'a> {
        Console { input: Input::Lines(input), pasted: VecDeque::new(), out }
    }

    /// Whether a person sits at a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self.input, Input::Terminal(_))
    }

    /// Shows that something takes a while, on a terminal only. What is shown is gone with [`Console::thought`].
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn thinking(&mut self, who: &str) -> Result<()> {
        if self.is_terminal() {
            write!(self.out, "{DIM}{who}: {THINKING}{DIM:#}")?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Wipes the sign of [`Console::thinking`] away.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn thought(&mut self, who: &str) -> Result<()> {
        if self.is_terminal() {
            // With spaces: where there is no colour, codes that wipe a line are dropped as well.
            let width = who.chars().count() + ": ".len() + THINKING.len();
            write!(self.out, "\r{:width$}\r", "")?;
        }
        Ok(())
    }

    /// The next line.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn ask(&mut self, prompt: &str) -> Result<Asked> {
        if let Some(line) = self.pasted.pop_front() {
            writeln!(self.out, "{prompt}{line}")?;
            return Ok(Asked::Line(line));
        }
        match &mut self.input {
            Input::Terminal(editor) => {
                self.out.flush()?;
                match editor.readline(prompt) {
                    Ok(text) => {
                        let mut lines =
                            text.trim_end().split(['\n', '\r']).map(|line| line.trim().to_owned());
                        let first = lines.next().unwrap_or_default();
                        self.pasted = lines.collect();
                        for line in [&first].into_iter().chain(&self.pasted).filter(|line| !line.is_empty()) {
                            let _ = editor.add_history_entry(line);
                        }
                        Ok(Asked::Line(first))
                    }
                    Err(ReadlineError::Interrupted) => Ok(Asked::Interrupted),
                    Err(ReadlineError::Eof) => Ok(Asked::End),
                    Err(error) => Err(error.into()),
                }
            }
            Input::Lines(input) => {
                let mut bytes = Vec::new();
                if input.read_until(b'\n', &mut bytes)? == 0 {
                    writeln!(self.out, "{prompt}")?;
                    return Ok(Asked::End);
                }
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                writeln!(self.out, "{prompt}{line}")?;
                Ok(Asked::Line(line))
            }
        }
    }
}
