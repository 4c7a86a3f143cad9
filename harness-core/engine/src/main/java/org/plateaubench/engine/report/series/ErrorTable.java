// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.engine.store.record.ErrorRecord;
import org.plateaubench.engine.store.record.RunRecords;

/** The last count of every distinct error. Not thread-safe. */
public final class ErrorTable implements RunRecords {
    private static final int MOST = 1_000;

    private final Map<List<String>, ErrorRecord> errors = new LinkedHashMap<>();

    /** Creates a table without errors. */
    public ErrorTable() {}

    @Override
    public void error(ErrorRecord error) {
        List<String> key = error.key();
        if (errors.size() < MOST || errors.containsKey(key)) {
            errors.put(key, error);
        }
    }

    /** The errors in the order of their first occurrence. */
    public List<ErrorRecord> errors() {
        return List.copyOf(errors.values());
    }
}
