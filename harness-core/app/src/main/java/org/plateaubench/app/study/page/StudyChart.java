// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.page;

import java.util.List;

/**
 * A chart of results, with the figures that it shows. Immutable.
 *
 * @param section heading of the group of charts to which it belongs
 * @param title title on one line
 * @param svg the chart as an SVG document
 * @param rows the unrounded figures; the first row contains their headings
 */
public record StudyChart(String section, String title, String svg, List<List<String>> rows) {
    public StudyChart {
        rows = List.copyOf(rows);
    }
}
