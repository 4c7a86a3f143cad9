// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.plateaubench.engine.config.text.Location;

/** Converts offsets of a text to lines and columns. Immutable. */
final class LineTable {
    private final String text;
    private final List<Integer> starts = new ArrayList<>();

    LineTable(String text) {
        this.text = text;
        starts.add(0);
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\n') {
                starts.add(i + 1);
            }
        }
    }

    /** Line and column from 1, the column in characters. */
    Location at(int offset) {
        int found = Collections.binarySearch(starts, offset);
        int line = found >= 0 ? found : -found - 2;
        return new Location("", line + 1, text.codePointCount(starts.get(line), offset) + 1);
    }
}
