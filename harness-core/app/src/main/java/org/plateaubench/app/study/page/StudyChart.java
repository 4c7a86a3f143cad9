// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.page;

import java.util.List;

/**
 * A picture of results, with the figures that it shows. Immutable.
 *
 * @param section heading of the pictures that it belongs to
 * @param title what it shows, in one line
 * @param svg the picture, a document of its own
 * @param rows the figures, unrounded; the first row has their heads
 */
public record StudyChart(String section, String title, String svg, List<List<String>> rows) {
    public StudyChart {
        rows = List.copyOf(rows);
    }
}
