// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a statement gave. Reused by one user. */
final class Result {
    long rows;
    long updated;
    /** Values of the columns or generated keys that checks and extractions need, of the first row; null for NULL. */
    @Nullable
    String[] values = new String[0];

    void clear(int columns) {
        rows = 0;
        updated = 0;
        if (values.length < columns) {
            values = new String[columns];
        }
        Arrays.fill(values, null);
    }
}
