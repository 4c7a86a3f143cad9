// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.page;

import java.util.List;

/**
 * A chart of results, with the figures that it shows. Immutable.
 *
 * @param rows the unrounded figures; the first row contains their headings
 */
public record StudyChart(String section, String title, String svg, List<List<String>> rows) {}
