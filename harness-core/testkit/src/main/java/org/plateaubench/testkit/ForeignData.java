// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import org.plateaubench.api.SutAddress;

/** Data in a SUT that does not belong to the plugin, so that no call of a data set may change it. */
public interface ForeignData {
    /** Stores the data. Called before the plugin stores any data. */
    void store(SutAddress sut) throws Exception;

    /** Reads the data. Returns the same text as long as the data has not changed. */
    String read(SutAddress sut) throws Exception;
}
