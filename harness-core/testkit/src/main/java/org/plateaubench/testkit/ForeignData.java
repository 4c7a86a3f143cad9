// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import org.plateaubench.api.SutAddress;

/** Data in a SUT that does not belong to the plugin and that no call of a data set may change. */
public interface ForeignData {
    /** Stores it, before the plugin stores any data. */
    void store(SutAddress sut) throws Exception;

    /** Reads it; the same text as long as nothing has changed it. */
    String read(SutAddress sut) throws Exception;
}
