// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import org.plateaubench.engine.store.RunFolder;

/** Finds runs for rooms that need several files of one as they belong together. Any thread. */
public interface RunReading extends RunLookup {
    /**
     * A run that nobody deletes until this is closed.
     *
     * @param id id as a caller gave it; anything
     * @throws Problem as {@link #find}
     */
    Use use(String id);

    /** A run that is being read. */
    interface Use extends AutoCloseable {
        /** Its folder. */
        RunFolder folder();

        @Override
        void close();
    }
}
