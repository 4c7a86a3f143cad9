// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import org.plateaubench.spi.OperationCall;

/** Builds the requests of a driver, for {@link WorkloadContract#requests}. */
@FunctionalInterface
public interface RequestSource {
    /**
     * Builds the request for a call without sending it. The returned value must have an {@code equals} that compares
     * the content, such as a record or a text.
     */
    Object request(OperationCall call) throws Exception;
}
