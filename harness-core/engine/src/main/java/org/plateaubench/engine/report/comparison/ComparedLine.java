// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.List;

/**
 * An operation, unit or series of a workload in every run.
 *
 * @param name name; {@value #ALL} of kind {@value #ALL} means all operations together
 * @param kind operation, unit, series or {@value #ALL}
 * @param present whether each run has it
 * @param figures figures in the order in which they are shown
 */
public record ComparedLine(String name, String kind, List<Boolean> present, List<ComparedFigure> figures) {
    public static final String ALL = "all";
}
