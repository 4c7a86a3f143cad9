// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import org.plateaubench.spi.OperationCall;

/** Builds the requests of a driver, for {@link WorkloadContract#requests}. */
@FunctionalInterface
public interface RequestSource {
    /**
     * The request for a call, without sending it: a value whose {@code equals} compares the content, such as a record
     * or the text itself.
     */
    Object request(OperationCall call) throws Exception;
}
