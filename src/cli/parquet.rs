//! Tables in Apache Parquet, for those who go on in a data frame: a column a heap, and one for the Grundy values.

use parquet::basic::{LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::Int64Type;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

/// So many rows are held and written together.
const GROUP: usize = 1 << 17;

/// Shows rows of numbers one by one, until told to stop.
type Rows<'a> = &'a mut dyn FnMut(&mut dyn FnMut(&[u64]) -> ControlFlow<()>);

/// Writes rows of numbers below columns with these names, holding no more than some of the rows.
///
/// # Errors
///
/// Where nothing more can be written.
pub(super) fn write(out: &mut (dyn Write + Send), names: &[String], rows: Rows<'_>) -> io::Result<()> {
    let fields = names.iter().map(|name| {
        Type::primitive_type_builder(name, PhysicalType::INT64)
            .with_repetition(Repetition::REQUIRED)
            .with_logical_type(Some(LogicalType::integer(64, false)))
            .build()
            .map(Arc::new)
    });
    let fields = fields.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let schema = Type::group_type_builder("table").with_fields(fields).build().map_err(failed)?;
    let properties = Arc::new(WriterProperties::builder().build());
    let mut writer = SerializedFileWriter::new(out, Arc::new(schema), properties).map_err(failed)?;
    let mut columns: Vec<Vec<i64>> = names.iter().map(|_| Vec::with_capacity(GROUP)).collect();
    let mut written = Ok(());
    rows(&mut |row| {
        for (column, number) in columns.iter_mut().zip(row) {
            column.push(*number as i64);
        }
        if columns[0].len() == GROUP {
            written = group(&mut writer, &mut columns);
        }
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written.and_then(|()| group(&mut writer, &mut columns)).map_err(failed)?;
    writer.close().map(drop).map_err(failed)
}

/// Writes the rows that are held, if there are any.
fn group(
    writer: &mut SerializedFileWriter<&mut (dyn Write + Send)>,
    columns: &mut [Vec<i64>],
) -> Result<(), ParquetError> {
    if columns[0].is_empty() {
        return Ok(());
    }
    let mut group = writer.next_row_group()?;
    for values in columns {
        if let Some(mut column) = group.next_column()? {
            column.typed::<Int64Type>().write_batch(values, None, None)?;
            column.close()?;
        }
        values.clear();
    }
    group.close().map(drop)
}

fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(cause) => match cause.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(cause) => io::Error::other(cause),
        },
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    #[test]
    fn rows_are_read_as_they_were_written() {
        let names = ["heap 1".to_owned(), "grundy".to_owned()];
        let count = GROUP as u64 + 5;
        let mut file = tempfile::tempfile().unwrap();
        write(&mut file, &names, &mut |visit| {
            let _ = (0..count).try_for_each(|size| visit(&[size, size % 7]));
        })
        .unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        assert_eq!(reader.num_row_groups(), 2);
        assert_eq!(reader.metadata().file_metadata().schema().get_fields()[1].name(), "grundy");
        let mut read = 0;
        for (row, size) in reader.get_row_iter(None).unwrap().zip(0..) {
            let row = row.unwrap();
            assert_eq!((row.get_ulong(0).unwrap(), row.get_ulong(1).unwrap()), (size, size % 7));
            read += 1;
        }
        assert_eq!(read, count);
    }

    #[test]
    fn a_table_may_be_empty_and_a_disk_full() {
        let names = ["heap 1".to_owned()];
        let mut bytes: Vec<u8> = Vec::new();
        write(&mut bytes, &names, &mut |_| {}).unwrap();
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::Error::from(io::ErrorKind::StorageFull))
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        assert!(
            write(&mut Full, &names, &mut |visit| {
                let _ = visit(&[1]);
            })
            .is_err()
        );
    }
}
