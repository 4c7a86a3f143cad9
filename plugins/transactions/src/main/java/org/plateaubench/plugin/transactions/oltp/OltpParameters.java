// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.oltp;

import org.plateaubench.api.Parameter;

/** The parameters of simple OLTP; the defaults are those of SysBench 1.0 where it has the option. */
public record OltpParameters(
        @Parameter(description = "The statements of a transaction.", defaultValue = "read-write")
        Load load,

        @Parameter(description = "Number of tables.", defaultValue = "1", unit = "tables", min = 1, max = 1_000)
        int tables,

        @Parameter(
                description = "Number of rows of each table.",
                defaultValue = "10000",
                unit = "rows",
                min = 100,
                max = 1_000_000_000)
        int rows,

        @Parameter(description = "Which rows are likelier than others.", defaultValue = "special")
        Choice distribution,

        @Parameter(
                description = "Number of rows in a range.",
                defaultValue = "100",
                unit = "rows",
                min = 1,
                max = 10_000)
        int rangeSize,

        @Parameter(
                description = "Queries by key in a transaction that reads.",
                defaultValue = "10",
                unit = "statements",
                min = 0,
                max = 1_000)
        int pointSelects,

        @Parameter(
                description = "Queries of a range, of its sum, of its sorted and of its distinct rows in a transaction"
                        + " that reads: so many of each.",
                defaultValue = "1",
                unit = "statements",
                min = 0,
                max = 100)
        int ranges,

        @Parameter(
                description = "Updates of the indexed column, updates of another column, and rows that are deleted and"
                        + " inserted again in a transaction that reads and writes: so many of each.",
                defaultValue = "1",
                unit = "statements",
                min = 0,
                max = 100)
        int writes,

        @Parameter(
                description = "Share of the rows to which the rest of the draws of pareto belongs.",
                defaultValue = "0.2",
                min = 0.01,
                max = 0.5)
        double paretoShare,

        @Parameter(
                description = "Exponent of zipfian; the higher, the likelier are the first rows.",
                defaultValue = "0.8",
                min = 0.01,
                max = 0.99)
        double zipfianExponent,

        @Parameter(
                description = "How often a transaction that lost a deadlock or waited too long for a lock is tried"
                        + " again, within its response time.",
                defaultValue = "5",
                unit = "retries",
                min = 0,
                max = 100)
        int maxRetries) {

    public enum Load {
        POINT_SELECT("pointSelect", "reads a row by its key"),
        READ_ONLY("readOnly", "reads rows by their keys and in ranges, in one transaction"),
        READ_WRITE("readWrite", "reads, updates, deletes and inserts rows in one transaction"),
        UPDATE_INDEX("updateIndex", "updates the indexed column of a row"),
        /** One update of another column. */
        UPDATE_NON_INDEX("updateNonIndex", "updates another column of a row"),
        /** One insertion. */
        INSERT("insert", "inserts a row");

        final String title;
        final String description;

        Load(String title, String description) {
            this.title = title;
            this.description = description;
        }

        boolean reads() {
            return this == POINT_SELECT || this == READ_ONLY || this == READ_WRITE;
        }

        boolean hasOneStatement() {
            return this != READ_ONLY && this != READ_WRITE;
        }
    }

    public enum Choice {
        /** All equally. */
        UNIFORM,
        /** The middle ones. */
        GAUSSIAN,
        /** A few in the middle. */
        SPECIAL,
        /** The first ones, by the rule of 80 and 20. */
        PARETO,
        /** The first ones, by a power law. */
        ZIPFIAN
    }

    /** Greatest change of the sum of the indexed column by one transaction. */
    long mostChange() {
        return switch (load) {
            case POINT_SELECT, READ_ONLY, UPDATE_NON_INDEX -> 0;
            case UPDATE_INDEX -> 1;
            case INSERT -> rows;
            case READ_WRITE -> writes + (long) writes * rows;
        };
    }
}
