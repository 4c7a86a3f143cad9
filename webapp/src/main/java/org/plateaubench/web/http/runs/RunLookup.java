// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http.runs;

import org.plateaubench.engine.store.RunFolder;

/** Finds the folder of a run, for reading or stopping it. Any thread. */
@FunctionalInterface
public interface RunLookup {
    /**
     * Returns the folder of a run, which is directly below the folder of runs and no symbolic link.
     *
     * @param id id from a caller; any text
     * @throws org.plateaubench.web.http.Problem with status 404 when there is no such run, 409 when its folder must not be read
     */
    RunFolder find(String id);
}
