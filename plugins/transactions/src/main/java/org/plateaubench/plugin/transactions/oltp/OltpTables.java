// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.oltp;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.process.database.Database;
import org.plateaubench.process.database.RowWriter;
import org.plateaubench.process.database.Sql;
import org.plateaubench.process.database.Table;
import org.plateaubench.process.database.TableSet;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/** The tables, all of the same layout. */
final class OltpTables implements TableSet {
    static final String NAME = "oltp";

    private static final int ROWS_PER_PART = 10_000;
    private static final String ROWS = "rows";
    private static final String SUM = "sum";
    private static final String COLUMNS = "id IDENTITY, k INTEGER DEFAULT 0 NOT NULL, c CHAR(120) DEFAULT '' NOT NULL,"
            + " pad CHAR(60) DEFAULT '' NOT NULL";

    private final OltpParameters parameters;
    private final RowDraw draw;
    private final long seed;

    OltpTables(OltpParameters parameters, long seed) {
        this.parameters = parameters;
        this.draw = RowDraw.of(parameters);
        this.seed = seed;
    }

    static String table(int number) {
        return "sbtest" + (number + 1);
    }

    private static Table definition(int number) {
        return new Table(table(number), "id", COLUMNS);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Map<String, Object> scale() {
        String distribution = parameters.distribution().name().toLowerCase(Locale.ROOT);
        return Map.of("tables", parameters.tables(), "rows", parameters.rows(), "distribution", distribution);
    }

    @Override
    public List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        for (int table = 0; table < parameters.tables(); table++) {
            tables.add(definition(table));
        }
        return tables;
    }

    @Override
    public List<String> indexes(Connection connection, Database database) {
        List<String> statements = new ArrayList<>();
        for (int table = 0; table < parameters.tables(); table++) {
            statements.add("CREATE INDEX IF NOT EXISTS k_" + (table + 1) + " ON " + table(table) + " (k)");
            statements.add(database.restartIdentity(table(table), "id", parameters.rows() + 1L));
        }
        return statements;
    }

    @Override
    public int statementsPerUser() {
        return TransactionRunner.STATEMENTS_PER_TABLE * parameters.tables();
    }

    private int partsOfTable() {
        return Math.ceilDiv(parameters.rows(), ROWS_PER_PART);
    }

    @Override
    public List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        for (int part = 0; part < partsOfTable(); part++) {
            for (int table = 0; table < parameters.tables(); table++) {
                parts.add(new Part(table(table), part));
            }
        }
        return parts;
    }

    @Override
    public long rows() {
        return (long) parameters.tables() * parameters.rows();
    }

    @Override
    public Map<String, Long> minRows() {
        Map<String, Long> minRows = new LinkedHashMap<>();
        tables().forEach(table -> minRows.put(table.name(), (long) parameters.rows()));
        return minRows;
    }

    @Override
    public void write(Part part, RowWriter writer) throws SQLException {
        RowWriter.Rows rows = writer.to(new Table(part.kind(), "id", COLUMNS));
        RowText text = new RowText();
        int first = part.number() * ROWS_PER_PART + 1;
        int last = Math.min(parameters.rows(), first + ROWS_PER_PART - 1);
        for (int row = first; row <= last; row++) {
            long key = KeyedRandom.key(KeyedRandom.key(seed, part.kind()), row);
            rows.put(row, draw.draw(key, 0), text.ofRow(row, key), text.pad(key));
        }
    }

    @Override
    public Map<String, String> count(Connection connection) throws SQLException {
        long rows = 0;
        long sum = 0;
        for (int table = 0; table < parameters.tables(); table++) {
            long[] figures = Sql.first(connection, "SELECT COUNT(*), COALESCE(SUM(k), 0) FROM " + table(table), row ->
                            new long[] {row.getLong(1), row.getLong(2)})
                    .orElseThrow();
            rows += figures[0];
            sum += figures[1];
        }
        return Map.of(ROWS, Long.toString(rows), SUM, Long.toString(sum));
    }

    @Override
    public List<Reconciliation> reconcile(Connection connection, Map<String, String> before, SentTotals sent)
            throws SQLException {
        long unfinished = count(sent, OltpMeasure.BEGUN) - count(sent, OltpMeasure.ENDED);
        Map<String, String> after = count(connection);
        String operation = parameters.load().title;
        List<Reconciliation> comparisons = new ArrayList<>(List.of(
                compareRowCount(figure(before, ROWS), figure(after, ROWS), sent, unfinished),
                Reconciliation.grown(
                        "sum of column k",
                        figure(before, SUM),
                        figure(after, SUM),
                        count(sent, OltpMeasure.K_ADDED) - count(sent, OltpMeasure.K_TAKEN),
                        count(sent, OltpMeasure.UNCERTAIN_K) + unfinished * parameters.maxChange()),
                new Reconciliation(
                        "transactions that the harness counted as ok, and commits",
                        sent.operations(operation, OutcomeKind.OK),
                        count(sent, OltpMeasure.COMMITTED),
                        sent.operations(operation, OutcomeKind.ERROR)
                                + sent.operations(operation, OutcomeKind.ABANDONED))));
        addLastWrites(connection, sent.acknowledged(LastWrites.KIND), comparisons);
        return comparisons;
    }

    /**
     * Expects an exact number of rows, because deletion and insertion of a transaction cancel out; only the load of
     * inserts may have more.
     */
    private Reconciliation compareRowCount(long before, long after, SentTotals sent, long unfinished) {
        boolean mayGrow = parameters.load() == OltpParameters.Load.INSERT;
        return new Reconciliation(
                "rows",
                before + count(sent, OltpMeasure.INSERTED) - count(sent, OltpMeasure.DELETED),
                after,
                mayGrow ? count(sent, OltpMeasure.UNCERTAIN) + unfinished : 0);
    }

    private static long figure(Map<String, String> figures, String name) {
        return Long.parseLong(figures.getOrDefault(name, ""));
    }

    private static long count(SentTotals sent, OltpMeasure measure) {
        return sent.counter(measure.title());
    }

    private void addLastWrites(Connection connection, Acknowledged.Sample sample, List<Reconciliation> comparisons)
            throws SQLException {
        long found = 0;
        for (long identity : sample.identities()) {
            long globalRow = LastWrites.globalRow(identity);
            int table = (int) ((globalRow - 1) / parameters.rows());
            long row = globalRow - (long) table * parameters.rows();
            String text = Sql.first(
                            connection,
                            "SELECT c FROM " + table(table) + " WHERE id = ?",
                            answer -> answer.getString(1),
                            row)
                    .orElse("");
            found += LastWrites.identity(globalRow, RowText.writeTag(text)) == identity ? 1 : 0;
        }
        if (!sample.identities().isEmpty()) {
            comparisons.add(Reconciliation.items(
                            "sampled rows that still hold their last write",
                            sample.identities().size(),
                            found,
                            0)
                    .of(sample));
        }
    }

    /**
     * The text columns of a row: groups of eleven digits, separated by hyphens. The last group of column c is the id
     * of the row, which shows whether an answer is the requested row; the group before it is a random tag of the write.
     * Used by one thread.
     */
    static final class RowText {
        private static final int DIGITS = 11;
        private static final int GROUP = DIGITS + 1;
        private static final int GROUPS = 10;
        private static final int PAD_GROUPS = 5;
        private static final int NUMBER_AT = (GROUPS - 1) * GROUP;
        private static final int WRITE_AT = (GROUPS - 2) * GROUP;
        private static final long RANGE = 100_000_000_000L;

        private final char[] text = new char[GROUPS * GROUP - 1];
        private final char[] pad = new char[PAD_GROUPS * GROUP - 1];

        RowText() {
            Arrays.fill(text, '-');
            Arrays.fill(pad, '-');
        }

        private static void put(char[] to, int position, long number) {
            long rest = number;
            for (int i = DIGITS - 1; i >= 0; i--) {
                to[position + i] = (char) ('0' + rest % 10);
                rest /= 10;
            }
        }

        private static void putDraws(char[] to, long key, int groups) {
            for (int group = 0; group < groups; group++) {
                put(to, group * GROUP, draw(key, group));
            }
        }

        private static long draw(long key, int group) {
            return (KeyedRandom.bits(key, 1, group) >>> 1) % RANGE;
        }

        String ofRow(int row, long key) {
            putDraws(text, key, GROUPS - 1);
            put(text, NUMBER_AT, row);
            return new String(text);
        }

        /** Returns the tag of the write in the text that {@link #ofRow} returns for this key. */
        static long writeTag(long key) {
            return draw(key, GROUPS - 2);
        }

        String pad(long key) {
            putDraws(pad, key, PAD_GROUPS);
            return new String(pad);
        }

        /** Returns the id of the row in a text; -1 if the text is not column c of a row. */
        static int rowId(String found) {
            return (int) number(found, NUMBER_AT);
        }

        /** Returns the tag of the write in a text; -1 if the text is not column c of a row. */
        static long writeTag(String found) {
            return number(found, WRITE_AT);
        }

        private static long number(String found, int position) {
            if (found.length() < GROUPS * GROUP - 1) {
                return -1;
            }
            long number = 0;
            for (int i = 0; i < DIGITS; i++) {
                int digit = found.charAt(position + i) - '0';
                if (digit < 0 || digit > 9) {
                    return -1;
                }
                number = 10 * number + digit;
            }
            return number;
        }
    }
}
