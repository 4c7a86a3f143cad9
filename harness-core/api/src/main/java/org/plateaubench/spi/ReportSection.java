// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.List;
import org.plateaubench.api.OutcomeKind;

/** A table that reports show for each use of a workload. A pure function of the result; any thread. */
public interface ReportSection {
    /** Name of the workload within the plugin. */
    String workload();

    /** Returns the table for the given result. */
    Table render(WorkloadView result);

    /**
     * A table of plain text, which the report escapes.
     *
     * @param title heading
     * @param note sentence below the heading; empty for none
     * @param columns headings of the columns
     * @param rows rows, each with as many cells as there are columns
     */
    record Table(String title, String note, List<String> columns, List<List<String>> rows) {}

    /** The result of one workload in the steady window. */
    interface WorkloadView {
        /** Number of operations with an intended start in the window that ended with the given outcome. */
        long operations(String operation, OutcomeKind outcome);

        /** Sum of a counter over the intervals of the window. */
        long counter(String name);

        /** The value of a parameter in the plan, as text. */
        String parameter(String name);
    }
}
