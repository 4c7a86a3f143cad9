// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.List;
import org.plateaubench.api.OutcomeKind;

/** A table that reports show for each workload of a kind. A pure function of the result. */
public interface ReportSection {
    /** Name of the workload within the plugin. */
    String workload();

    /** The section. */
    Table render(WorkloadView result);

    /**
     * A table of plain text; the report escapes it.
     *
     * @param title heading
     * @param note a sentence below the heading, may be empty
     * @param columns headings of the columns
     * @param rows rows, each with as many cells as there are columns
     */
    record Table(String title, String note, List<String> columns, List<List<String>> rows) {}

    /** The steady window of one workload. */
    interface WorkloadView {
        /** Operations intended in the window that ended with this outcome. */
        long operations(String operation, OutcomeKind outcome);

        /** Sum of a counter over the intervals of the window. */
        long counter(String name);

        /** Parameters of the plan, as text. */
        String parameter(String name);
    }
}
