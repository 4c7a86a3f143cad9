// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.load;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.plugin.olio.data.Scale;

/**
 * The rows of one transaction.
 *
 * @param first number of the first row, from 1
 */
record Chunk(Part part, int first) {
    /** Rows that are loaded together. */
    enum Part {
        TAGS(10_000),
        /** Users with their addresses and friendships. */
        USERS(1_000),
        /** Events with their tags, attendees and comments. */
        EVENTS(200);

        private final int rows;

        Part(int rows) {
            this.rows = rows;
        }

        int rows(Scale scale) {
            return switch (this) {
                case TAGS -> scale.tags();
                case USERS -> scale.users();
                case EVENTS -> scale.events();
            };
        }
    }

    static List<Chunk> all(Scale scale) {
        List<Chunk> chunks = new ArrayList<>();
        for (Part part : Part.values()) {
            for (int first = 1; first <= part.rows(scale); first += part.rows) {
                chunks.add(new Chunk(part, first));
            }
        }
        return chunks;
    }

    /** Returns the number of the last row. */
    int last(Scale scale) {
        return Math.min(first + part.rows - 1, part.rows(scale));
    }
}
