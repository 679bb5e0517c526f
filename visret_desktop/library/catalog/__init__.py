"""The catalog: records, SQL, migrations, and the lock of its one writer."""
