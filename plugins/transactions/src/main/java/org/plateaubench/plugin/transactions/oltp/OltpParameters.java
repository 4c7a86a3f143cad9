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

        @Parameter(description = "Distribution of the drawn rows.", defaultValue = "special")
        Choice distribution,

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
        UPDATE_NON_INDEX("updateNonIndex", "updates another column of a row"),
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
        UNIFORM,
        GAUSSIAN,
        SPECIAL,
        /** The first rows are likelier, by the rule of 80 and 20. */
        PARETO,
        /** The first rows are likelier, by a power law. */
        ZIPFIAN
    }

    /** Returns the greatest change of the sum of the indexed column by one transaction. */
    long maxChange() {
        return switch (load) {
            case POINT_SELECT, READ_ONLY, UPDATE_NON_INDEX -> 0;
            case UPDATE_INDEX -> 1;
            case INSERT -> rows;
            case READ_WRITE -> 1L + rows;
        };
    }
}
