// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import org.plateaubench.api.SutAddress;

/** Data in a SUT that is not the plugin's, which no call of a data set may change. */
public interface ForeignData {
    /** Stores it, before any data of the plugin is there. */
    void store(SutAddress sut) throws Exception;

    /** Reads it; the same text as long as nothing has changed it. */
    String read(SutAddress sut) throws Exception;
}
