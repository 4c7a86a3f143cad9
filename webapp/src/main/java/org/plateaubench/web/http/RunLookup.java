// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.io.IOException;
import java.util.List;
import org.plateaubench.engine.store.RunFolder;

/** Finds the folders of runs, for reading or stopping them. Any thread. */
public interface RunLookup {
    /**
     * Returns the folder of a run, which is directly below the folder of runs and no symbolic link.
     *
     * @param id id from a caller; any text
     * @throws org.plateaubench.web.http.Problem with status 404 when there is no such run, 409 when its folder must not be read
     */
    RunFolder find(String id);

    /** Returns every run that {@link #find} would find, the oldest first. */
    List<RunFolder> all() throws IOException;
}
