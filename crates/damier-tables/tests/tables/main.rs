mod batches;
mod common;
mod counts;
mod files;
mod laws;
mod oracle;
