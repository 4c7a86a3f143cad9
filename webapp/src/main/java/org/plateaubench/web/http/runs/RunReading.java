// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http.runs;

import java.io.IOException;
import java.util.List;
import org.plateaubench.engine.store.RunFolder;

/** Finds runs for packages that read several files of one run consistently. Any thread. */
public interface RunReading extends RunLookup {
    /**
     * Returns a run that cannot be deleted until the returned object is closed.
     *
     * @param id id from a caller; any text
     * @throws org.plateaubench.web.http.Problem as {@link #find}
     */
    Use use(String id);

    /**
     * Returns every run that {@link #find} would find, the oldest first.
     *
     * @throws IOException when the folder of runs cannot be read
     */
    List<RunFolder> all() throws IOException;

    /** A run that is being read. */
    interface Use extends AutoCloseable {
        /** Returns the folder of the run. */
        RunFolder folder();

        @Override
        void close();
    }
}
