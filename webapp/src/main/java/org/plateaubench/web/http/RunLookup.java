// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import org.plateaubench.engine.store.RunFolder;

/** Finds the folder of a run for whoever reads or stops it. Any thread. */
@FunctionalInterface
public interface RunLookup {
    /**
     * The folder of a run, which stands directly in the folder of runs and is no symbolic link.
     *
     * @param id id as a caller gave it; anything
     * @throws Problem with status 404 when there is no such run, 409 when its folder is not to be read
     */
    RunFolder find(String id);
}
