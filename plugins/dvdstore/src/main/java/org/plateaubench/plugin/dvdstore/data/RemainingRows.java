// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.data.TableWriter.Range;
import org.plateaubench.plugin.dvdstore.sql.Dialect;
import org.plateaubench.spi.Progress;

/** The rows that remain to be written, shared by the connections that write them. Any thread. */
final class RemainingRows {
    private static final int MEAN_LINES = 5;

    private final StoreRows rows;
    private final Dialect dialect;
    private final Progress progress;
    private final String activity;
    private final int[] sales;
    private final List<Range> ranges;
    private final long expected;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicLong done;

    /**
     * Creates the work of a load.
     *
     * @param written ranges that an earlier load has written
     */
    RemainingRows(StoreRows rows, Dialect dialect, Map<Range, Long> written, Progress progress) {
        this.rows = rows;
        this.dialect = dialect;
        this.progress = progress;
        activity = written.isEmpty() ? "loading the store" : "resuming the load of the store";
        sales = rows.sales();
        ranges = TableWriter.ranges(rows).stream()
                .filter(range -> !written.containsKey(range))
                .toList();
        done = new AtomicLong(
                written.values().stream().mapToLong(Long::longValue).sum());
        StoreSize size = rows.size();
        expected =
                StoreRows.CATEGORIES + 2L * size.products() + size.customers() + (1L + 2 * MEAN_LINES) * size.orders();
    }

    /** Takes range after range until none is left or the thread is interrupted. */
    boolean work(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        TableWriter writer = writer(connection);
        try {
            for (int n = next.getAndIncrement();
                    n < ranges.size() && !Thread.currentThread().isInterrupted();
                    n = next.getAndIncrement()) {
                Range range = ranges.get(n);
                try {
                    long written = writer.write(range.part(), range.first(), range.last());
                    LoadLedger.enter(connection, range, written);
                    connection.commit();
                    report(done.addAndGet(written));
                } catch (SQLException e) {
                    if (!wasWritten(connection, range)) {
                        throw e;
                    }
                    writer.close();
                    writer = writer(connection);
                }
            }
        } finally {
            writer.close();
        }
        return true;
    }

    private TableWriter writer(Connection connection) {
        return new TableWriter(rows, sales, table -> dialect.rowSink(connection, table));
    }

    /**
     * Returns whether an earlier load has written a range: an interrupted load may have committed it after this one
     * read the ledger.
     */
    private static boolean wasWritten(Connection connection, Range range) {
        try {
            connection.rollback();
            return LoadLedger.written(connection).containsKey(range);
        } catch (SQLException e) {
            return false;
        }
    }

    /** Reports the progress. */
    void report() {
        report(done.get());
    }

    private void report(long total) {
        progress.report(activity, total, Math.max(total, expected), "rows");
    }
}
